/**
 * Writes test/samples/manifest.tsv from the real documents that lie beside the checkout in ../shared/registers: the
 * publisher's address, size and SHA-256 of each document that its publisher still serves byte for byte, and the reason
 * for each that it does not. Only the maintainers' machine has these documents; everybody else runs `npm run samples`.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const registers = join(root, '../shared/registers');
const text = (file) => readFileSync(join(registers, file), 'utf8');

/** Ids in OGE's index of the documents that tests read, by file name. */
const OGE_IDS = {
  'Arjun-Mody-02.27.2026-278T.pdf': '3F589CB2A272619D85258DD5002DC58C',
  'Bryan-Bedford-10.07.2025-278T.pdf': '1B3A289F103446F685258D6500343C16',
  'Bryan-Bedford-11.03.2025-278T.pdf': 'BC33926D1346296F85258D86003449A3',
  'Deanne-Criswell-07.01.2022-278T.pdf': 'D35261AFD48DF3EE852588B1002EB958',
  'Donald J. Trump 11.14.2025 278-T.pdf': '903A217DC18563EC85258D4A0031B044',
  'Douglas-J-Burgum-06.12.2025-278T.pdf': '4570FD57E16F594E85258CC8002C7DA3',
  'Howard-Lutnick-06.17.2025-278T.pdf': '66A69EB879848CF885258CC9002C8582',
  'John-Phelan-03.12.2026-278T(2).pdf': '20DBB4C97563F8DE85258E0D002DCD7A',
  'John-Phelan-03.12.2026-278T(3).pdf': 'DF33C1065800EF1785258E0C002DCF2D',
  'Linda-E-McMahon-05.30.2025-278T.pdf': 'F0E40BA53AD5CBA385258CC4002C8CCF',
  'Marcus-Molinaro-2026-278TERM.pdf': 'FE0053885B75FD0E85258DD5002DC5B4',
  'Markwayne-Mullin-06.24.2026-278T.pdf': '038F222E7B084F8C85258E3F002DB296',
  'Pam-Bondi-05.05.2025-278T.pdf': '102E39A4A731A68785258C8A002C7208',
  'Robert-F-Kennedy-Jr-05.09.2025-278T.pdf': 'B410FFBD2E16727285258C8D002C7DC5',
  'Scott-A-Kupor-04.20.2026-278T.pdf': '574C5AAD33A157FE85258DEA002DB4F0',
  'Scott-Bessent-07.14.2025-278T.pdf': 'BA716BA5B423A76685258CE6002C8303',
  'Stephen-A-Vaden-03.19.2026-278T.pdf': '26AA499A708D62B285258DDC002DD79C',
};

const REASONS = {
  cut: 'cut from a larger document',
  made: 'written for the tests in the form of the register',
  moment: 'an answer of one moment: the register gives another one today',
  session: 'eFD shows reports only in a session, after its terms are accepted; the page around them changes',
  scripts: 'a page whose scripts were removed when it was saved',
  feed: 'in the wrapper of the bulk feed, which has no address for a single filing',
  unnamed: 'the name of the document in its filing is not known',
  specification: 'part of an archive of technical specifications',
  table: 'a table made from several sources',
};

/** Names of single documents in their filings, as the manifests of ../shared/registers note them. */
const documentNames = new Map(
  text('sec/MANIFEST.tsv')
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([file, , source, accession]) => {
      const [folder, name] = (source ?? '').split('/').slice(-2);
      return accession && folder === accession.replaceAll('-', '') ? [[file, name]] : [];
    }),
);

/** `{ register, address }` of a document that its publisher serves, else `{ reason }`. */
function origin(file) {
  const [group, ...rest] = file.split('/');
  const name = rest.at(-1);
  if (/constructed|answer-shape/.test(name)) return { reason: REASONS.made };
  if (/trimmed|excerpt|fragment|first-?\d+|sample\.(tsv|txt)|pages2-2|first-entry|^form\.20200318/.test(name))
    return { reason: REASONS.cut };
  if (group === 'congress') return congress(rest);
  if (group === 'oge') return oge(name);
  if (group === 'sec') return sec(file, rest[0], name);
  if (group === 'recorded' && rest[0] === 'sec' && rest[1] === 'form4') return submission(file, name);
  if (group === 'eu') return { reason: name.endsWith('.html') ? REASONS.scripts : REASONS.moment };
  return { reason: name.endsWith('-one-real-filing.zip') ? REASONS.cut : REASONS.moment };
}

function congress([chamber, kind, name]) {
  if (chamber === 'senate') return { reason: kind === 'search' ? REASONS.moment : REASONS.session };
  if (/^\d+\.pdf$/.test(name ?? '')) {
    const id = name.slice(0, -4);
    return {
      register: 'house-ptr',
      address: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/${houseYear(kind, id)}/${name}`,
    };
  }
  if (/\.tsv$/.test(name ?? kind)) return { reason: REASONS.table };
  return { reason: name === 'scanned-form-no-text.pdf' ? REASONS.unnamed : REASONS.moment };
}

/** The year of the index that lists the report; the year of the signature for those before our indexes. */
function houseYear(kind, id) {
  if (kind === 'ptr-before-2022')
    return JSON.parse(text(`congress/house/ptr-before-2022/expected/${id}.json`)).signed.slice(0, 4);
  const years = [2025, 2026].filter((year) =>
    text(`congress/house/index/${year}FD-trimmed.xml`).includes(`<DocID>${id}</DocID>`),
  );
  if (years.length !== 1) throw new Error(`${id} is in the indexes of ${years.length} years`);
  return years[0];
}

function oge(name) {
  const id = OGE_IDS[name];
  if (id === undefined) return { reason: REASONS.moment };
  const address = `https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${id}/$FILE/${encodeURIComponent(name)}`;
  return { register: 'oge-278t', address };
}

function sec(file, folder, name) {
  if (name.startsWith('sec-official')) return { reason: REASONS.specification };
  if (name === 'cnsfails202009a.zip')
    return {
      register: 'prices-sec',
      address: `https://www.sec.gov/files/data/fails-deliver-data/${name}`,
    };
  if (folder !== 'form4' && folder !== '13f') return { reason: REASONS.moment };
  if (name.endsWith('.nc')) return { reason: REASONS.feed };
  if (name.endsWith('.txt')) return submission(file, name);
  const document = documentNames.get(`${folder}/${name}`);
  if (document === undefined) return { reason: REASONS.unnamed };
  const [, cik] = /<issuerCik>0*(\d+)<\/issuerCik>/.exec(text(file));
  const accession = name.slice(0, 20).replaceAll('-', '');
  return {
    register: 'sec-form4',
    address: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession}/${document}`,
  };
}

/** The full text of a filing has its address under the number of each party. */
function submission(file, name) {
  const [, cik] = /CENTRAL INDEX KEY:\s*0*(\d+)/.exec(text(file));
  return {
    register: file.includes('/13f/') ? 'sec-13f' : 'sec-form4',
    address: `https://www.sec.gov/Archives/edgar/data/${cik}/${name.slice(0, 20)}.txt`,
  };
}

const rows = readdirSync(registers, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(registers, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .filter((file) => !/(^|\/)(README\.md|MANIFEST\.tsv)$|\/expected\/|^sec-forms\//.test(file))
  .sort()
  .map((file) => {
    const { register = '', address = '', reason = '' } = origin(file);
    if (address === '') return ['', '', '', file, '', reason];
    const bytes = readFileSync(join(registers, file));
    const hash = createHash('sha256').update(bytes).digest('hex');
    return [hash, bytes.length, register, file, address, ''];
  });
const heading = ['sha256', 'bytes', 'register', 'file', 'address', 'why it cannot be fetched'];
writeFileSync(
  join(root, 'test/samples/manifest.tsv'),
  [heading, ...rows].map((row) => `${row.join('\t')}\n`).join(''),
);
const fetched = rows.filter(([, , , , address]) => address !== '').length;
console.log(`${fetched} documents have an address, ${rows.length - fetched} have none`);
