/** Of every list and form of records. */
export const recordMessages = {
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  edit: 'Edit',
  confirmEdit: 'Edit another record without saving what you typed?',
  confirmLogOut: 'Log out without saving what you typed?',
  delete: 'Delete',
  exportCsv: 'Export CSV',
  exporting: 'Exporting...',
  loadNewer: 'Load the newer record, keep my text',
  loadingNewer: 'Loading...',
  newerLoaded:
    'The newer record is loaded, and what you typed is kept. The differences are shown below the fields: look at them, then save.',
  newerSame: 'The newer record is loaded, and what you typed is kept. None of these fields has changed.',
  savedMeanwhile: 'Saved meanwhile:',
  saveReplaces: 'Saving replaces it.',
  takenOver: 'Taken from the newer record. It was:',
  nothing: 'nothing',
  changes: 'Change history',
  allData: 'All data',
  chooseNone: 'Choose none',
} as const;

/** `(2, 'payout')` → `'2 payouts'`. */
export const count = (number: number, one: string): string =>
  `${String(number)} ${number === 1 ? one : `${one}s`}`;
