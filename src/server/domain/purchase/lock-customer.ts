import type { Database } from '../../db/database.ts';
import { lockKeys } from './lock-keys.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { ConfirmedPurchase, KnownPurchase } from './purchase.ts';

/**
 * Waits until no other transaction writes this purchase, nor one of the same buyer: the rate of each payment depends
 * on the buyer's others, which another transaction may be about to write. Held to the transaction's end.
 */
export const lockCustomer = async (
  tx: Database,
  { providerId, payer }: Pick<ConfirmedPurchase, 'providerId' | 'payer'>,
  known: KnownPurchase | undefined,
): Promise<void> => {
  const keys = [
    `purchase ${providerId}`,
    ...[payer.id, known?.payerId].flatMap((id) => (id ? [`payer ${id}`] : [])),
    ...[payer.email && normaliseEmail(payer.email), known?.payerEmailKey].flatMap((key) =>
      key ? [`email ${key}`] : [],
    ),
  ];
  await lockKeys(tx, keys);
};
