import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { textArray } from '../db/sql/text-array.ts';
import type { Books, PurchaseRow } from './books.ts';
import { changeBooks, type Decision } from './change-books.ts';
import { givePurchase, hasMissedPayment, type Owner } from './give-purchase.ts';
import { parsePurchase, type PurchaseDetails, purchaseQuery } from './show-purchase.ts';

interface Reattribution {
  /** Whose purchase it is from now on; null: nobody's. */
  readonly code: string | null;
  readonly reason: string;
}

/** The affiliate who gets the purchase: whoever is not active gets nothing more. */
const targetOf = ({ affiliates }: Books, code: string | null): Owner | null => {
  if (code === null) return null;
  const target = affiliates.find((affiliate) => affiliate.code === code);
  if (!target?.dateActivated) throw fieldProblem('reattribution-code-unknown', 'code');
  return target;
};

const facts = ({ affiliateCode, affiliateId }: Pick<PurchaseRow, 'affiliateCode' | 'affiliateId'>) =>
  sql`jsonb_build_object('code', ${affiliateCode}::text, 'affiliate', ${affiliateId}::text)`;

/**
 * Gives a purchase to another affiliate, or to none: takes all it earned from the one and gives the other what it is
 * worth by the terms, by appending alone, and audits it with the reason. What it earns later goes with it. An affiliate
 * who has the purchase already gets what they missed while they were not active. Answers the purchase.
 * Throws `purchase-not-found`, `reattribution-code-unknown`, `reattribution-no-change`, `changed-meanwhile`.
 */
export const reattributePurchase = async (
  context: Context,
  id: string,
  { code, reason }: Reattribution,
  version: number | null,
): Promise<PurchaseDetails> => {
  const shown = purchaseQuery(id);
  const decide = (before: Books): Decision<null> => {
    const row = before.purchases.find((purchase) => purchase.id === id);
    if (!row) throw problem('purchase-not-found');
    const target = targetOf(before, code);
    const isChanged = version !== null && version !== row.version;
    if (row.affiliateId === (target?.id ?? null) && !hasMissedPayment(before, row)) {
      // The same request, sent twice.
      if (isChanged) return { books: before, answer: null, along: [shown] };
      throw fieldProblem('reattribution-no-change', 'code');
    }
    if (isChanged) throw problem('changed-meanwhile');
    const auditId = uuidv7();
    const logged = auditRows(context, {
      id: sql`${auditId}::uuid`,
      action: 'purchase.reattribute',
      entity: 'purchase',
      entityId: sql`${id}::text`,
      before: facts(row),
      after: facts({ affiliateCode: target?.code ?? null, affiliateId: target?.id ?? null }),
      reason,
      from: sql`(select 1) as one`,
    });
    const owners = textArray([row.affiliateId, target?.id].flatMap((owner) => owner ?? []));
    return {
      answer: null,
      books: givePurchase(before, row, { target, source: auditId, now: context.now }),
      // Their closing waits for the reason that is logged here.
      lock: [sql`select id from affiliates where id = any (${owners}::uuid[]) order by id for share`],
      along: [logged, shown],
    };
  };
  const codes = code === null ? [] : [code];
  const { rows } = await changeBooks(context, { of: { ids: [id] }, codes }, decide);
  return parsePurchase(rows);
};
