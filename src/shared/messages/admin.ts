/** Of the audit log. */
export const auditMessages = {
  loadingAudit: 'Loading the audit log...',
  noAudit: 'Nothing has been changed yet',
  noAuditFound: 'No entries found',
} as const;

/** Of the administration of affiliates. */
export const affiliateAdminMessages = {
  loadingAffiliates: 'Loading affiliates...',
  noAffiliates: 'No affiliates found',
  codeFixed: 'The affiliate code cannot be changed once created.',
  emailMoves:
    'A new email takes this record away from its account, if it has one, and clears the payment email.',
  confirmSave: 'Save without what you typed under “How this affiliate is paid”?',
  checkingFile: 'Checking the file...',
  importing: 'Importing...',
  emailConfirmed: 'Email confirmed',
  emailNotConfirmed: 'Not confirmed',
  activate: 'Activate',
  activating: 'Activating...',
  deactivate: 'Deactivate',
  deactivating: 'Deactivating...',
  noneChosen: 'No affiliate is chosen any more.',
  affiliateActivated: 'Affiliate activated successfully',
  affiliateDeactivated: 'Affiliate deactivated successfully',
  affiliateCreated: 'Affiliate created successfully',
  affiliateUpdated: 'Affiliate updated successfully',
  affiliateDeleted: 'Affiliate deleted successfully',
  confirmAffiliate: 'Are you sure you want to delete this affiliate?',
  closesAffiliate:
    'This affiliate has entries in the ledger, which are kept. The record is closed: its name and email are removed, and its code is never used again. What is unpaid can no longer be paid then: pay first, then delete.',
} as const;

/** Of the administration of customers, and of all that is known of an address. */
export const customerAdminMessages = {
  loadingCustomers: 'Loading customers...',
  noCustomers: 'No customers found',
  allDataAbout: 'All data about an address',
  downloadAllData: 'Download all data',
  downloadingAllData: 'Collecting...',
  forgetBuyer: 'Forget as a buyer',
  forgettingBuyer: 'Forgetting...',
  confirmForget: (email: string) => `Are you sure you want to forget ${email}?`,
  forget: 'Forget',
  forgetsBuyer:
    'The address is removed from purchases for good. Payments stay in the books without it. Affiliates and profiles are kept.',
  buyerForgotten: (purchases: string) => `${purchases} named this address. It is forgotten.`,
  customerCreated: 'Customer created successfully',
  customerUpdated: 'Customer updated successfully',
  customerDeleted: 'Customer deleted successfully',
  confirmCustomer: 'Are you sure you want to delete this customer?',
  forgetsCustomer:
    'The name and the email are removed for good, from the audit log and from purchases as well. Payments stay in the books without them.',
} as const;

/** Of how an affiliate is paid, where an admin changes it; the affiliate’s screens say `noMinimum`, too. */
export const payoutTermsMessages = {
  terms: 'How this affiliate is paid',
  loadingTerms: 'Loading the payment settings...',
  noMinimum: 'No minimum',
  termsSave: 'Set payment',
  termsSaving: 'Setting...',
  statements: 'The statements of this affiliate',
  termsSaved: 'The payment settings of this affiliate were saved.',
} as const;

/** Of the administration of purchases. */
export const purchaseAdminMessages = {
  open: 'Open',
  confirmOpen: 'Open another purchase without saving what you typed?',
  close: 'Close',
  loadingPurchases: 'Loading purchases...',
  noPurchases: 'No purchases found',
  loadingPurchase: 'Loading the purchase...',
  releaseHold: 'Release',
  releasingHold: 'Releasing...',
  holdReleased: 'The hold was released.',
  adjust: 'Adjust the commission',
  adjusting: 'Adjusting...',
  adjusted: 'The commission was adjusted.',
  adjustmentHint: 'Such as 5.00, to give back what a mistaken refund took; -5.00 takes it back again.',
  amountWanted: 'Enter an amount such as 5.00',
  tryEventAgain: 'Try again',
  tryingEventAgain: 'Trying...',
  eventProcessed: 'The event was processed.',
  eventFailedAgain: 'The event failed again.',
  eventIgnored: 'The event was looked at and changes nothing here.',
  unattributed: 'unattributed',
  reattribute: 'Re-attribute',
  reattributing: 'Re-attributing...',
  reattributed: 'The purchase was re-attributed.',
  confirmReattribution: (code: string) =>
    code === ''
      ? 'Are you sure you want to take this purchase from its affiliate and give it to nobody?'
      : `Are you sure you want to give this purchase to the affiliate with the code ${code}?`,
  isTheirs: 'The purchase is already this affiliate’s',
  isNobodys: 'The purchase is already nobody’s',
  movesEntries:
    'What it has earned moves through new entries in the ledger, and so does what it earns later. Nothing is deleted.',
  loadNewerPurchase: 'Load the newer purchase, keep my text',
  newerPurchaseLoaded:
    'The newer purchase is loaded, and what you typed is kept. Look at it, then try again.',
  loadingReconciliation: 'Loading the last reconciliation...',
  noReconciliation: 'No reconciliation has been made yet. One is made every day.',
} as const;

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
