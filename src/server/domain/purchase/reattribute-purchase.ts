import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { affiliates } from '../../db/schema/affiliates.ts';
import { purchases } from '../../db/schema/purchases.ts';
import { auditRows } from '../operations/audit-rows.ts';
import { customersPurchases } from './customers-purchases.ts';
import { givePurchase, type Owner } from './give-purchase.ts';
import { lockCustomer } from './lock-customer.ts';
import type { PurchaseRow } from './purchase.ts';
import { type PurchaseDetails, showPurchase } from './show-purchase.ts';

interface Reattribution {
  /** Whose purchase it is from now on; null: nobody's. */
  readonly code: string | null;
  readonly reason: string;
}

/**
 * The affiliate who gets the purchase of `before`, with both of them locked: whoever is closed at this moment gets nothing
 * more, and their closing waits for the reason that is logged.
 */
const targetOf = async (tx: Database, code: string | null, before: string | null): Promise<Owner | null> => {
  const { id } = affiliates;
  const found = await tx
    .select({ id, code: affiliates.code, dateActivated: affiliates.dateActivated })
    .from(affiliates)
    .where(
      or(inArray(affiliates.code, code === null ? [] : [code]), inArray(id, before === null ? [] : [before])),
    )
    .orderBy(asc(id))
    .for('share');
  if (code === null) return null;
  const target = found.find((affiliate) => affiliate.code === code);
  if (!target?.dateActivated) throw fieldProblem('reattribution-code-unknown', 'code');
  return target;
};

const facts = ({ affiliateCode, affiliateId }: PurchaseRow) =>
  sql`jsonb_build_object('code', ${affiliateCode}::text, 'affiliate', ${affiliateId}::text)`;

/** Waits for every other writer of this buyer's purchases, and gives the row as it is then. */
const lockPurchase = async (tx: Database, id: string): Promise<PurchaseRow> => {
  const read = () => tx.select().from(purchases).where(eq(purchases.id, id));
  const [seen] = await read();
  if (!seen) throw problem('purchase-not-found');
  const payer = { id: seen.payerId, email: seen.payerEmail };
  await lockCustomer(tx, { providerId: seen.providerId, payer }, seen);
  await customersPurchases(tx, seen);
  const [row = seen] = await read();
  return row;
};

/**
 * Gives a purchase to another affiliate, or to none: takes all it earned from the one and gives the other what it is
 * worth by the terms, by appending alone, and audits it with the reason. What it earns later goes with it. A purchase
 * that is theirs already stays as it is, so that a second press does nothing. Answers the purchase.
 * Throws `purchase-not-found`, `reattribution-code-unknown`, `changed-meanwhile`.
 */
export const reattributePurchase = async (
  context: Context,
  id: string,
  { code, reason }: Reattribution,
  version: number | null,
): Promise<PurchaseDetails> => {
  await context.db.transaction(async (tx) => {
    const row = await lockPurchase(tx, id);
    const target = await targetOf(tx, code, row.affiliateId);
    if (row.affiliateId === (target?.id ?? null)) return;
    if (version !== null && version !== row.version) throw problem('changed-meanwhile');
    const auditId = uuidv7();
    const given = await givePurchase(tx, context, row, { target, source: auditId });
    await tx.execute(
      auditRows(context, {
        id: sql`${auditId}::uuid`,
        action: 'purchase.reattribute',
        entity: 'purchase',
        entityId: sql`${id}::text`,
        before: facts(row),
        after: facts(given),
        reason,
        from: sql`(select 1) as one`,
      }),
    );
  });
  return showPurchase(context, id);
};
