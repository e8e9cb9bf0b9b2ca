/** How far a purchase has come: `pending` is captured but not paid yet; the rest follows the provider's own states. */
export const purchaseStates = [
  'pending',
  'completed',
  'active',
  'suspended',
  'cancelled',
  'expired',
  'failed',
] as const;

/** States of a payment whose money arrived. Money that went back later arrived all the same. */
export const arrivedStates = ['completed', 'reversed'] as const;
