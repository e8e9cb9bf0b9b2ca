import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { commissionEntries, commissionHolds } from '../../db/schema/ledger.ts';
import { customersPurchases } from './customers-purchases.ts';
import { dueEntries } from './due-entries.ts';
import { type LedgerFacts, ledgerFacts } from './ledger-facts.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { PurchaseRow } from './purchase.ts';

/** Whether the buyer is the affiliate: the same address, or a payer who once paid with it, or was taken for them before. */
const isSelfReferral = ({ affiliateEmails, payerEmailKeys, isSuspected }: LedgerFacts): boolean =>
  isSuspected || affiliateEmails.some((email) => payerEmailKeys.includes(normaliseEmail(email)));

/**
 * Brings the ledger of all of a buyer's payments to what is known of them now, by appending alone; tells whether this
 * purchase earns a commission. A self-referral is entered and put on hold for the admin, once.
 */
export const bringLedger = async (
  tx: Database,
  context: Context,
  purchase: PurchaseRow,
): Promise<boolean> => {
  const related = await customersPurchases(tx, purchase);
  const facts = await ledgerFacts(
    tx,
    related.map(({ id }) => id),
  );
  const planned = facts.map((found) => ({ ...found, due: dueEntries(found, context.now) }));
  const entries = planned.flatMap(({ paymentId, affiliateId, due }) =>
    due.map((entry) => ({ ...entry, paymentId, affiliateId })),
  );
  if (entries.length > 0) await tx.insert(commissionEntries).values(entries);

  const earning = planned.filter((found) => found.entries.length > 0 || found.due.length > 0);
  const held = earning.filter((found) => !found.wasHeld && isSelfReferral(found));
  if (held.length > 0)
    await tx
      .insert(commissionHolds)
      .values(held.map(({ paymentId }) => ({ paymentId, reason: 'self-referral' as const })));
  return earning.some(({ purchaseId }) => purchaseId === purchase.id);
};
