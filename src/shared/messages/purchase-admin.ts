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
