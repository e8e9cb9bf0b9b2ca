import * as z from 'zod/mini';
import { and, desc, eq, gt, lte, or, sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import type { Statements } from '../../frame/context/database.ts';
import { paypalActionKind, paypalActions, paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { countIf, iso } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { withRefusalText } from '../../money/paypal-actions/refusal-text.ts';

/** Refunds and cancellations that PayPal refused, or that PayPal has not answered for a long time. */
export const stuckActionsShape = z.object({
  refused: z.number().check(z.describe('Refunds and cancellations that PayPal refused in the last 30 days')),
  late: z.number().check(z.describe('Refunds and cancellations that have waited longer than an hour')),
  newest: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(paypalActionKind.enumValues),
        state: z.enum(paypalActionState.enumValues),
        order_id: z.string().check(z.describe('PayPal’s ID of the order or subscription')),
        amount_cents: z.nullable(z.number()).check(z.describe('The refund; null for a cancellation')),
        error: z
          .nullable(z.string())
          .check(z.describe('Why PayPal refused it, in words and with PayPal’s code, or what failed last')),
        at: z.iso.datetime().check(z.describe('When PayPal refused it, or when it was requested')),
      }),
    )
    .check(z.describe('The newest of both')),
});

/** An overview lists actions that were refused in this many days. */
const refusedDays = 30;

/** An action is late after this long, in milliseconds. A job asks PayPal again until PayPal answers. */
const lateAfterMs = 60 * 60_000;

/** The statements for a `stuckActionsShape`, with at most `listed` actions. */
export function selectStuckActions(tx: Statements, now: Date, listed: number) {
  const { state, finishedAt, createdAt } = paypalActions;
  const isRefused = and(eq(state, 'refused'), gt(finishedAt, new Date(now.getTime() - refusedDays * dayMs)));
  const isLate = and(eq(state, 'waiting'), lte(createdAt, new Date(now.getTime() - lateAfterMs)));
  const at = sql`coalesce(${finishedAt}, ${createdAt})`;
  const counts = tx
    .select({ refused: countIf(isRefused), late: countIf(isLate) })
    .from(paypalActions)
    .where(or(isRefused, isLate));
  const newest = tx
    .select({
      id: paypalActions.id,
      kind: paypalActions.kind,
      state,
      order_id: purchases.providerId,
      amount_cents: paypalActions.amountCents,
      error: paypalActions.lastError,
      at: iso<string>(at),
    })
    .from(paypalActions)
    .innerJoin(purchases, eq(purchases.id, paypalActions.purchaseId))
    .where(or(isRefused, isLate))
    .orderBy(desc(at), desc(paypalActions.id))
    .limit(listed);
  return new StatementGroup([counts, newest], ([[sums], rows]) => ({
    refused: sums?.refused ?? 0,
    late: sums?.late ?? 0,
    newest: rows.map(withRefusalText),
  }));
}
