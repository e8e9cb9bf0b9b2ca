import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import type { affiliates } from '../../db/schema/affiliates.ts';
import { commissionEntries } from '../../db/schema/ledger.ts';
import { purchases } from '../../db/schema/purchases.ts';
import { bringLedger } from './bring-ledger.ts';
import { type LedgerFacts, readLedgerFacts } from './ledger-facts.ts';
import type { PurchaseRow } from './purchase.ts';
import { worthOf } from './worth-of.ts';

export type Owner = Pick<typeof affiliates.$inferSelect, 'id' | 'code'>;

interface Gift {
  /** Whose the purchase is from now on; null: nobody's. */
  readonly target: Owner | null;
  /** What the entries name as their cause. */
  readonly source: string;
  /** Which payments are given along; all of them unless said otherwise. */
  readonly isGiven?: (payment: LedgerFacts) => boolean;
}

const ownSum = ({ entries }: LedgerFacts): number =>
  entries.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Appends an entry to each payment whose affiliate has another sum of it than `wanted`. */
const enter = async (
  tx: Database,
  { now }: Context,
  source: string,
  payments: readonly LedgerFacts[],
  wanted: (payment: LedgerFacts, worthCents: number) => number,
): Promise<void> => {
  const entries = payments.flatMap((payment) => {
    const { amountCents: worthCents, ...terms } = worthOf(payment, now);
    const amountCents = wanted(payment, worthCents) - ownSum(payment);
    const { affiliateId, paymentId, providerId } = payment;
    return amountCents === 0
      ? []
      : [{ ...terms, affiliateId, paymentId, amountCents, source: `${source}#${providerId}` }];
  });
  if (entries.length > 0)
    await tx
      .insert(commissionEntries)
      .values(entries.map((entry) => ({ ...entry, kind: 'reattribution' as const, occurredAt: now })));
};

/**
 * Moves a purchase, whose row the caller has locked, and all it earned so far to another owner, by appending alone;
 * answers the row as it is then.
 */
export const givePurchase = async (
  tx: Database,
  context: Context,
  row: PurchaseRow,
  { target, source, isGiven = () => true }: Gift,
): Promise<PurchaseRow> => {
  const read = () => readLedgerFacts(tx, [row.id], { whoeverHasIt: true });
  await enter(tx, context, source, await read(), () => 0);
  const [changed = row] = await tx
    .update(purchases)
    .set({
      affiliateId: target?.id ?? null,
      affiliateCode: target?.code ?? null,
      reattributedAt: context.now,
      updatedAt: context.now,
      version: row.version + 1,
    })
    .where(eq(purchases.id, row.id))
    .returning();
  await enter(tx, context, source, await read(), (payment, worthCents) =>
    isGiven(payment) ? worthCents : 0,
  );
  await bringLedger(tx, context, changed);
  return changed;
};
