/** Of the administration of affiliates. */
export const affiliateAdminMessages = {
  loadingAffiliates: 'Loading affiliates...',
  noAffiliates: 'No affiliates found',
  codeFixed: 'The affiliate code cannot be changed once created.',
  emailMoves:
    'If this record belongs to an account, a new email takes it away from that account and clears the payment email.',
  confirmSave: 'Save without what you typed under “How this affiliate is paid”?',
  checkingFile: 'Checking the file...',
  importing: 'Importing...',
  activate: 'Activate',
  activating: 'Activating...',
  deactivate: 'Deactivate',
  deactivating: 'Deactivating...',
  noneChosen: 'None of the affiliates you chose is left.',
  affiliateActivated: 'Affiliate activated successfully',
  affiliateDeactivated: 'Affiliate deactivated successfully',
  affiliateCreated: 'Affiliate created successfully',
  affiliateUpdated: 'Affiliate updated successfully',
  affiliateDeleted: 'Affiliate deleted successfully',
  confirmAffiliate: 'Are you sure you want to delete this affiliate?',
  closesAffiliate:
    'This affiliate has entries in the ledger, and those are kept. The record is closed and anonymised: its name and email are removed, its code is never used again. Whatever is still unpaid can then no longer be paid: pay first, then delete.',
} as const;
