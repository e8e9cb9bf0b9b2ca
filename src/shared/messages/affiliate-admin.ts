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
