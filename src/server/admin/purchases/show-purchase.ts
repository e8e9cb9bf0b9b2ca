import type * as z from 'zod/mini';
import { desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { problem } from '../../../shared/problems.ts';
import { explainRow } from '../../money/ledger/affiliate-ledger.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliateActivations, affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../frame/db/schema/counts.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { disputes, payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { type ColumnsOf, iso, nested } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { refundableCents } from '../../money/paypal-actions/refundable-cents.ts';
import { withRefusalText } from '../../money/paypal-actions/refusal-text.ts';
import { noCommission } from '../../money/ledger/no-commission.ts';
import { eventColumns, eventsAbout } from '../../money/purchases/event-summary.ts';
import { purchaseColumns } from './list-purchases.ts';
import type { action, PurchaseDetails } from './purchase-details.ts';

/** Returns a purchase with its payments, refunds, disputes, holds, entries and PayPal's events. Throws `purchase-not-found`. */
export async function showPurchase(context: PurchaseContext, id: string): Promise<PurchaseDetails> {
  const [purchase] = await context.db.atomically((tx) => [selectPurchase(tx, id)]);
  return toPurchase(context, purchase);
}

type PurchaseContext = Pick<Context, 'db' | 'paypal'>;

/** Returns the purchase of `selectPurchase` with the explanations. Throws `purchase-not-found`. */
export function toPurchase(
  { paypal }: Pick<PurchaseContext, 'paypal'>,
  found: StoredPurchase | undefined,
): PurchaseDetails {
  if (!found) throw problem('purchase-not-found');
  const { is_reattributed: isReattributed, ...purchase } = found;
  return {
    ...purchase,
    payments: purchase.payments.map(({ earner, ...paymentFields }) => ({
      ...paymentFields,
      paypal_url: paypal.transactionUrl(paymentFields.payment_id),
      no_commission: noCommission({
        ...paymentFields,
        buyersCode: purchase.code,
        isAttributed: purchase.affiliate !== null,
        isReattributed,
        affiliate: earner,
      }),
      entries: paymentFields.entries.map((entryFields) => ({
        ...entryFields,
        explanation: explainRow({
          ...entryFields,
          terms_version: entryFields.terms,
          is_renewal: paymentFields.is_renewal,
          paid_at: paymentFields.paid_at,
        }),
      })),
    })),
  };
}

const paymentColumns = {
  id: payments.id,
  payment_id: payments.providerId,
  sequence: payments.sequence,
  is_renewal: payments.isRenewal,
  state: payments.state,
  amount_cents: payments.amountCents,
  tax_cents: payments.taxCents,
  refunded_cents: payments.refundedCents,
  refundable_cents: refundableCents,
  paid_at: iso(payments.paidAt),
  /** The purchase's affiliate, or the affiliate who has the purchase's code now. */
  earner: {
    name: affiliates.name,
    code: affiliates.code,
    isActive: sql<boolean>`(${affiliates.dateActivated} is not null)`,
    /** True if the affiliate was active when the payment was made. */
    wasActive: sql<boolean>`exists (select from ${affiliateActivations}
      where ${eq(affiliateActivations.affiliateId, affiliates.id)} and ${lte(affiliateActivations.activeFrom, payments.paidAt)}
        and (${affiliateActivations.activeUntil} is null or ${gt(affiliateActivations.activeUntil, payments.paidAt)}))`,
  },
};

const refundColumns = {
  paymentId: refunds.paymentId,
  refund_id: refunds.providerId,
  kind: refunds.kind,
  amount_cents: refunds.amountCents,
  refunded_at: iso(refunds.refundedAt),
};

const disputeColumns = {
  paymentId: disputes.paymentId,
  dispute_id: disputes.providerId,
  state: disputes.state,
  lost_cents: disputes.lostCents,
  opened_at: iso(disputes.openedAt),
  changed_at: iso(disputes.stateAt),
};

const holdColumns = {
  paymentId: commissionHolds.paymentId,
  id: commissionHolds.id,
  reason: commissionHolds.reason,
  placed_at: iso(commissionHolds.placedAt),
  released_at: iso(commissionHolds.releasedAt),
  released_by: commissionHolds.releasedBy,
};

const entryColumns = {
  paymentId: commissionEntries.paymentId,
  id: commissionEntries.id,
  affiliate: { id: affiliates.id, name: affiliates.name, code: affiliates.code },
  kind: commissionEntries.kind,
  amount_cents: commissionEntries.amountCents,
  base_cents: commissionEntries.baseCents,
  rate_basis_points: commissionEntries.rateBasisPoints,
  terms: commissionEntries.termsVersion,
  occurred_at: iso(commissionEntries.occurredAt),
};

const actionColumns = {
  id: paypalActions.id,
  kind: paypalActions.kind,
  payment_id: paypalActions.paymentId,
  amount_cents: paypalActions.amountCents,
  reason: paypalActions.reason,
  state: paypalActions.state,
  error: paypalActions.lastError,
  refund_id: paypalActions.providerId,
  requested_by: paypalActions.requestedBy,
  requester_email: nested(sql<string | null>`(select ${auditLog.actorEmail} from ${auditLog}
    where ${auditLog.entity} = 'purchase' and ${auditLog.entityId} = ${paypalActions.purchaseId}::text
      and ${eq(auditLog.actorId, paypalActions.requestedBy)} and ${auditLog.actorEmail} is not null
    limit 1)`),
  requested_at: iso(paypalActions.createdAt),
  finished_at: iso(paypalActions.finishedAt),
} satisfies ColumnsOf<z.infer<typeof action>>;

/** The statements that read a purchase with all of its records, for `toPurchase`. */
export function selectPurchase(tx: Statements, id: string) {
  const ofPurchase = (paymentId: PgColumn) =>
    inArray(paymentId, tx.select({ id: payments.id }).from(payments).where(eq(payments.purchaseId, id)));
  const codesOwner = tx
    .select({ id: affiliateCodes.affiliateId })
    .from(affiliateCodes)
    .where(eq(affiliateCodes.code, purchases.affiliateCode));
  const statements = [
    tx
      .select({
        ...purchaseColumns,
        is_reattributed: sql<boolean>`(${purchases.reattributedAt} is not null)`,
      })
      .from(purchases)
      .where(eq(purchases.id, id)),
    tx
      .select(paymentColumns)
      .from(payments)
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .leftJoin(affiliates, sql`${affiliates.id} = coalesce(${purchases.affiliateId}, (${codesOwner}))`)
      .where(eq(payments.purchaseId, id))
      .orderBy(payments.paidAt, payments.id),
    tx
      .select(refundColumns)
      .from(refunds)
      .where(ofPurchase(refunds.paymentId))
      .orderBy(refunds.refundedAt, refunds.id),
    tx
      .select(disputeColumns)
      .from(disputes)
      .where(ofPurchase(disputes.paymentId))
      .orderBy(disputes.openedAt, disputes.id),
    tx
      .select(holdColumns)
      .from(commissionHolds)
      .where(ofPurchase(commissionHolds.paymentId))
      .orderBy(commissionHolds.placedAt, commissionHolds.id),
    tx
      .select(entryColumns)
      .from(commissionEntries)
      .innerJoin(affiliates, eq(affiliates.id, commissionEntries.affiliateId))
      .where(ofPurchase(commissionEntries.paymentId))
      .orderBy(commissionEntries.recordedAt, commissionEntries.id),
    tx
      .select(actionColumns)
      .from(paypalActions)
      .where(eq(paypalActions.purchaseId, id))
      .orderBy(desc(paypalActions.createdAt), paypalActions.id),
    tx
      .select(eventColumns)
      .from(webhookEvents)
      .where(eventsAbout(sql`${id}::uuid`))
      .orderBy(webhookEvents.occurredAt, webhookEvents.id),
  ] as const;
  return new StatementGroup(
    statements,
    ([[purchase], paymentRows, refundRows, disputeRows, holdRows, entryRows, actions, events]) =>
      purchase && {
        ...purchase,
        actions: actions.map(withRefusalText),
        events,
        payments: paymentRows.map((row) => ({
          ...row,
          refunds: rowsOf(row, refundRows),
          disputes: rowsOf(row, disputeRows),
          holds: rowsOf(row, holdRows),
          entries: rowsOf(row, entryRows),
        })),
      },
  );
}

type StoredPurchase = NonNullable<Awaited<ReturnType<typeof selectPurchase>>>;

/** The rows of a payment, without its id. */
function rowsOf<Row extends { readonly paymentId: string }>(
  payment: { readonly id: string },
  rows: readonly Row[],
): Omit<Row, 'paymentId'>[] {
  return rows.filter(({ paymentId }) => paymentId === payment.id).map(({ paymentId: _, ...row }) => row);
}
