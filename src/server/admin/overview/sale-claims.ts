import * as z from 'zod/mini';
import { and, count, eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { SaleClaimOutcome } from '../../../shared/schemas/sale-claim.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { saleClaims } from '../../frame/db/schema/sale-claims.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { claimColumns, saleClaim } from '../../money/affiliates/sale-claims.ts';
import { purchaseDetails } from '../purchases/purchase-details.ts';
import { selectPurchase, toPurchase } from '../purchases/show-purchase.ts';
import { purchaseIdOf } from '../../people/buyers/withdrawal-order.ts';

const { id, affiliateId, day, state } = saleClaims;
const isOpenClaim = eq(state, 'open');
const purchaseId = sql<string | null>`${purchaseIdOf(saleClaims.orderNumber)}`;

/** A missing sale that waits for an admin, with its purchase. */
export const openClaimShape = z.extend(saleClaim, {
  affiliate: z.object({ name: z.string(), code: z.string() }),
  purchase: z.nullable(purchaseDetails).check(z.describe('The purchase with this order number')),
});

/** The number of reports that an admin sees at once. */
const LISTED = 10;

/** The query that counts the open reports. */
export function countOpenClaims(tx: Statements) {
  return tx.select({ count: count() }).from(saleClaims).where(isOpenClaim);
}

/** Lists the oldest open reports, each with its purchase. A second round trip reads the purchases, if any. */
export async function listOpenClaims(
  context: Pick<Context, 'db' | 'paypal'>,
): Promise<z.infer<typeof openClaimShape>[]> {
  const oldest = await context.db
    .select({
      ...claimColumns,
      affiliate: { name: affiliates.name, code: affiliates.code },
      purchase_id: purchaseId,
    })
    .from(saleClaims)
    .innerJoin(affiliates, eq(affiliates.id, affiliateId))
    .where(isOpenClaim)
    .orderBy(saleClaims.createdAt, id)
    .limit(LISTED);
  const ids = [...new Set(oldest.flatMap((claim) => claim.purchase_id ?? []))];
  const found =
    ids.length > 0 ? await context.db.atomically((tx) => ids.map((one) => selectPurchase(tx, one))) : [];
  const knownPurchases = found.map((row) => toPurchase(context, row));
  return oldest.map(({ purchase_id, ...claim }) => ({
    ...claim,
    purchase: knownPurchases.find((one) => one.id === purchase_id) ?? null,
  }));
}

/**
 * Settles an affiliate's report of a missing sale, and queues the mail about it. It is credited only if the purchase is theirs and has an
 * entry in their ledger: a re-attribution comes first. Repeating changes nothing. Audited. Throws `sale-claim-not-found`, and `edit-conflict` if it is settled
 * otherwise, or if the purchase earned them nothing.
 */
export async function settleClaim(
  context: Context,
  claimId: string,
  outcome: SaleClaimOutcome,
): Promise<void> {
  const isTheirs = sql`exists (select from ${purchases}
    join ${payments} on ${payments.purchaseId} = ${purchases.id}
    join ${commissionEntries} on ${commissionEntries.paymentId} = ${payments.id}
    where ${purchases.id} = ${purchaseId} and ${purchases.affiliateId} = ${affiliateId}
      and ${commissionEntries.affiliateId} = ${affiliateId})`;
  const isThisOne = eq(id, claimId);
  const [, { found, changed }] = await context.db.atomically((tx) => [
    // A concurrent closing of the affiliate waits, so that it also cancels the mail.
    tx
      .select({ id: affiliates.id })
      .from(affiliates)
      .where(sql`${affiliates.id} = (select ${affiliateId} from ${saleClaims} where ${isThisOne})`)
      .for('share'),
    auditedUpdate(tx, context, saleClaims, {
      action: 'sale-claim.settle',
      where: isThisOne,
      onlyIf: and(isOpenClaim, outcome === 'credited' ? isTheirs : undefined),
      found: { state },
      before: (willChange) => [
        queueMails(context, {
          kind: 'sale-settled',
          subjectId: sql`${id}`,
          address: sql`${affiliates.email}`,
          data: { day: sql`${day}`, is_credited: sql`${outcome === 'credited'}::boolean` },
          from: sql`${saleClaims} join ${affiliates} on ${affiliates.id} = ${affiliateId} where ${willChange}`,
        }),
      ],
      set: { state: outcome, settledAt: context.now },
      facts: [state],
    }),
  ]);
  if (!found[0]) throw problem('sale-claim-not-found');
  if (changed.length === 0 && found[0].state !== outcome) throw problem('edit-conflict');
}
