import { count } from '../text.ts';

/** Texts of the affiliate administration. */
export const affiliateAdminMessages = {
  loadingAffiliates: 'Loading affiliates...',
  noAffiliates: 'No affiliates found',
  createdOn: (date: string) => `Created on ${date}.`,
  codeFixed: 'The affiliate code cannot be changed once created.',
  emailUnlinks: 'Changing the email unlinks this record from its account and clears the payment email.',
  confirmSave: 'Save without your changes under “Payment settings”?',
  checkingFile: 'Checking the file…',
  importing: 'Importing…',
  add: 'Add affiliate',
  review: 'Review',
  application: 'Application',
  waiting: (waiting: number, overdue: number, isMore: boolean) => {
    if (waiting === 0) return 'No application is waiting.';
    const late = overdue === 0 ? '' : `, ${String(overdue)} overdue`;
    return `${isMore ? 'At least ' : ''}${count(waiting, 'application is', 'applications are')} waiting${late}.`;
  },
  approve: 'Approve',
  approving: 'Approving…',
  decline: 'Decline',
  declineApplication: 'Decline application',
  declining: 'Declining…',
  declineReasonHint: 'The applicant can read it on their dashboard.',
  applicationDeclined: 'Application declined',
  noPromotion: 'They haven’t said yet.',
  emailConfirmed: 'Email confirmed',
  emailNotConfirmed: 'Not confirmed',
  activate: 'Activate',
  activating: 'Activating…',
  deactivate: 'Deactivate',
  deactivating: 'Deactivating…',
  selectionCleared: 'Selection cleared.',
  leftAlone: 'Affiliates who left the program must be activated one at a time.',
  confirmRejoin: 'Activate an affiliate who left the program?',
  rejoinDetail: (affiliate: string, day: string) =>
    `${affiliate} left on ${day} and was told that the code no longer earns. Activate it only if they asked to come back.`,
  rejoinHint:
    'This affiliate left the program. To take them back, close this form and press Activate in the list.',
  affiliateActivated: 'Affiliate activated successfully',
  affiliateDeactivated: 'Affiliate deactivated successfully',
  affiliateCreated: 'Affiliate created successfully',
  affiliateUpdated: 'Affiliate updated successfully',
  affiliateDeleted: 'Affiliate deleted successfully',
  confirmAffiliate: 'Are you sure you want to delete this affiliate?',
  closesAffiliate:
    'This affiliate’s ledger entries stay. The record is closed: its name and email are removed, and its code is never used again. Unpaid commissions can’t be paid afterward, so pay first, then delete.',
} as const;

/** Texts of the customer administration, and of the personal data stored for an address. */
export const customerAdminMessages = {
  loadingCustomers: 'Loading customers...',
  add: 'Add customer',
  noCustomers: 'No customers found',
  noName: 'No name',
  personalData: 'Personal data by email',
  exportData: 'Export personal data',
  exportingData: 'Exporting…',
  forgetBuyer: 'Erase buyer’s data',
  forgettingBuyer: 'Erasing...',
  confirmForget: (email: string) => `Are you sure you want to erase the data of ${email}?`,
  forget: 'Erase',
  forgetsBuyer:
    'The address is permanently removed from purchases, the newsletter and our record of emails. The payments stay in the books. Affiliates and profiles aren’t changed.',
  buyerForgotten: (purchases: string, isSubscriber: boolean) =>
    `The address was removed from ${purchases}${isSubscriber ? ' and from the newsletter' : ''}.`,
  customerCreated: 'Customer created successfully',
  customerUpdated: 'Customer updated successfully',
  customerDeleted: 'Customer deleted successfully',
  confirmCustomer: 'Are you sure you want to delete this customer?',
  forgetsCustomer:
    'The customer’s data is permanently removed, including from the audit log and purchases. The payments stay in the books.',
} as const;

/** Texts of an affiliate’s payment settings on the admins’ screens. The affiliate’s screens show `noMinimum`, too. */
export const paymentSettingsMessages = {
  title: 'Payment settings',
  loading: 'Loading the payment settings…',
  noMinimum: 'No minimum',
  save: 'Save payment settings',
  saving: 'Saving…',
  statements: 'This affiliate’s statements',
  saved: 'The payment settings were saved.',
} as const;

/** Texts of the purchase administration. */
export const purchaseAdminMessages = {
  open: 'Open',
  confirmOpen: 'Open another purchase and discard your changes?',
  close: 'Close',
  loadingPurchases: 'Loading purchases…',
  noPurchases: 'No purchases found',
  loadingPurchase: 'Loading the purchase…',
  orderId: 'order number',
  viewAtPayPal: 'View at PayPal',
  opensNewTab: (payment: string) => `: ${payment}, in a new tab`,
  releaseHold: 'Release',
  releasingHold: 'Releasing…',
  holdReleased: 'The hold was released.',
  adjust: 'Adjust the commission',
  adjusting: 'Adjusting…',
  adjusted: 'The commission was adjusted.',
  adjustmentHint:
    'For example, 5.00 restores the commission that a mistaken refund removed, and -5.00 removes it again.',
  amountWanted: 'Enter an amount such as 5.00',
  tryEventAgain: 'Try again',
  tryingEventAgain: 'Trying…',
  eventProcessed: 'The event was processed.',
  eventFailedAgain: 'The event failed again.',
  eventIgnored: 'The event was processed and changed nothing.',
  unattributed: 'unattributed',
  changeAttribution: 'Change the attribution',
  reattribute: 'Re-attribute',
  reattributing: 'Re-attributing…',
  reattributed: 'The purchase was re-attributed.',
  confirmReattribution: (code: string) =>
    code === ''
      ? 'Are you sure you want to remove the affiliate from this purchase?'
      : `Are you sure you want to attribute this purchase to the affiliate with the code ${code}?`,
  alreadyAttributed: 'The purchase is already attributed to this affiliate',
  alreadyUnattributed: 'The purchase already has no affiliate',
  movesEntries:
    'New entries in the ledger move its past commissions, and later ones follow the new attribution. Nothing is deleted.',
  loadNewerPurchase: 'Load the newer version and keep my changes',
  newerPurchaseLoaded:
    'The newer version is loaded, and your changes are still here. Check them, then try again.',
  loadingReconciliation: 'Loading the last reconciliation…',
  noReconciliation: 'No reconciliation has run yet. It runs every day.',
} as const;

/** Texts about the keys of lists. */
export const listKeyMessages = {
  heading: 'Keyboard shortcuts',
  keys: [
    '/ goes to the search field.',
    'j and k go to the next and the previous row.',
    'Enter opens a row, and Esc closes its panel.',
    '? shows this help.',
  ],
  turnOff: 'Turn off',
  turnOn: 'Turn on',
  close: 'Close',
} as const;

/** Texts of every list and form of records. */
export const recordMessages = {
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  close: 'Close',
  edit: 'Edit',
  confirmEdit: 'Edit another record and discard your changes?',
  confirmAdd: 'Create a new record and discard your changes?',
  discard: 'Discard',
  confirmLogOut: 'Sign out without saving your changes?',
  confirmLeave: 'Leave without saving your changes?',
  delete: 'Delete',
  exportCsv: 'Export CSV',
  exporting: 'Exporting…',
  reload: 'Reload the record and discard my changes',
  reloading: 'Loading…',
  reloaded: 'The record was reloaded. Make your change again, then save.',
  changes: 'Change history',
  exportPersonalData: 'Export personal data',
  clearSelection: 'Clear selection',
  clearSearch: 'Clear search',
  clearFilters: 'Clear filters',
  moreActions: (name: string) => `More actions for ${name}`,
} as const;
