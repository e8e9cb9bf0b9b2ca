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
  reload: 'Reload the record, discard my text',
  reloading: 'Loading...',
  reloaded: 'The record is reloaded. Make your change again, then save.',
  changes: 'Change history',
  allData: 'All data',
  chooseNone: 'Choose none',
} as const;

/** `(2, 'payout')` → `'2 payouts'`. */
export const count = (number: number, one: string): string =>
  `${String(number)} ${number === 1 ? one : `${one}s`}`;
