"""What others read, with readers that know nothing of JavaScript: python3 .ci/follow.py FOLDER."""

import csv
import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path
from urllib.parse import quote

folder = Path(sys.argv[1])
HOSTILE = '=HYPERLINK("http://example.org/") & <b>Sons</b>'

with open(folder / 'filings.csv', newline='', encoding='utf-8') as file:
    rows = list(csv.DictReader(file, strict=True))
assert rows and all(None not in row and float(row['totalValue']) >= 0 for row in rows), rows[:1]
hostile = [at for at, row in enumerate(rows) if row['ownerName'] == "'" + HOSTILE]
assert len(hostile) == 1, 'the name that a spreadsheet would run begins with an apostrophe'
print(len(rows), 'rows of CSV')

sheet = folder / 'filings.gnumeric'
if sheet.exists():
    cells = {}
    for cell in xml.fromstring(gzip.open(sheet).read()).iter('{http://www.gnumeric.org/v10.dtd}Cell'):
        cells[int(cell.get('Row')), int(cell.get('Col'))] = (cell.get('ValueType'), cell.text)
    names = list(rows[0])
    formulas = [cell for cell in cells.values() if cell[0] is None]
    assert not formulas, formulas
    for at, row in enumerate(rows, 1):
        kind, text = cells[at, names.index('ownerName')]
        # It takes the apostrophe for what it is: the mark of a text.
        assert (kind, text) == ('60', row['ownerName'].removeprefix("'")), (kind, text)
        kind, value = cells[at, names.index('totalValue')]
        assert kind in ('30', '40') and abs(float(value) - float(row['totalValue'])) < 0.005, (kind, value)
    print(len(cells), 'cells in Gnumeric, none of them a formula')

store = folder / 'newsboat.db'
if store.exists():
    items = json.load(open(folder / 'changes.json', encoding='utf-8'))['items']
    read = {guid: url for guid, url in sqlite3.connect(store).execute('SELECT guid, url FROM rss_item')}
    assert read == {item['id']: item['url'] for item in items}, (len(read), len(items))
    print(len(read), 'entries of the feed in newsboat')

# As Datasette opens a file that it must not change.
file = folder / 'dump' / 'disclosed.db'
dump = sqlite3.connect(f'file:{file}?mode=ro&immutable=1', uri=True)
questions = json.load(open(folder / 'dump.questions.json', encoding='utf-8'))
with open(folder / 'dump.python.json', 'w', encoding='utf-8') as answers:
    json.dump([dump.execute(question).fetchall() for question in questions], answers)


def in_datasette(question):
    """The rows that Datasette gives; its first version and the ones before have different paths."""
    for path in '/disclosed/-/query.json', '/disclosed.json':
        get = f'{path}?_shape=arrays&sql={quote(question)}'
        done = subprocess.run(['datasette', '-i', file, '--get', get], capture_output=True, text=True)
        if done.returncode == 0:
            return json.loads(done.stdout)['rows']
    raise SystemExit(done.stdout + done.stderr)


if shutil.which('datasette'):
    with open(folder / 'dump.datasette.json', 'w', encoding='utf-8') as answers:
        json.dump([in_datasette(question) for question in questions], answers)
else:
    print('NOT READ: Datasette is not here; the SQLite of Python opened the file as Datasette does')
