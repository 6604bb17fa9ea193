/** What is particular about a manager's report, in words, by the name of the note. */

export const NOTE_WORDS: Readonly<Record<string, string>> = {
  'rows-differ': 'The table does not have the number of rows that the summary page states.',
  'value-differs':
    'The rows do not add up to the total that the summary page states: the sum of the rows is shown.',
  'unit-corrected':
    'Its values were converted: the prices show that they are not in the unit that was in force on its filing date.',
  'unit-unchecked': 'Too few of its prices are known to check whether its values are dollars or thousands.',
  'unit-undecided':
    'Its prices fit neither dollars nor thousands; it may be of another quarter. Values are as filed.',
  'amendment-not-applied': 'An amendment that does not say whether it restates or adds was not applied.',
  'amendment-type-assumed':
    'An amendment that does not say what it is has nearly all positions of the report, and was taken for a restatement.',
  'addition-without-report': 'An amendment adds holdings to a report that is not here.',
  'addition-repeats-report':
    'An amendment that says that it adds holdings repeats the report, or a part of it: what it repeats counts once.',
  'second-report': 'A second report for the quarter replaced the first one.',
  'second-report-not-applied':
    'A second report for the quarter was filed after the next quarter had ended, and holds something else: its period may be a mistake, so it was not applied.',
  'values-unreadable': 'A value could not be read, so there is no total.',
  'values-contradicted':
    'The price that other reports imply contradicts the value of a position or several: these values are unknown, and so is the total.',
  'empty-report':
    'The report has no position. Mostly the positions were handed over, or the manager no longer reports: they are perhaps not sold.',
  'confidential-rows-withheld':
    'Rows are withheld at the manager’s request, so new and sold positions are uncertain.',
  'confidential-rows-added': 'Holdings that had been withheld were added later.',
  'part-with-other-manager': 'A part of its holdings is in the report of another manager.',
};
