import { and, eq } from 'drizzle-orm';
import { Problem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { disputes, payments, purchases, refunds } from '../../db/schema/purchases.ts';
import { settlePurchase } from '../purchase/settle-purchase.ts';
import { eventSubjects, type Subject } from './event-subjects.ts';
import type { WebhookEvent } from './webhook-event.ts';

export interface Outcome {
  readonly state: 'processed' | 'ignored';
  readonly lastError: string | null;
}

const notListed = () =>
  problem('payment-provider-unavailable', { cause: 'The provider does not list the payment yet' });

/**
 * The provider may announce a payment, or what became of it, before its own lists have it as such. Then the event is not
 * done.
 */
const assertRecorded = async (
  { db }: Context,
  { origin, expected: { paymentId, refundId, disputeId } }: Subject,
): Promise<void> => {
  if (paymentId) {
    const [row] = await db
      .select({ state: payments.state })
      .from(payments)
      .where(eq(payments.providerId, paymentId));
    if (!row || row.state === 'pending' || row.state === 'declined') throw notListed();
  }
  if (refundId) {
    const [row] = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.providerId, refundId));
    if (!row) throw notListed();
  }
  if (disputeId) {
    const [row] = await db
      .select({ id: disputes.id })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(and(eq(disputes.providerId, disputeId), eq(purchases.providerId, origin.providerId)));
    if (!row) throw notListed();
  }
};

/** Why a subject is none of ours, or null once it is settled. */
const settleSubject = async (context: Context, subject: Subject): Promise<string | null> => {
  try {
    await settlePurchase(context, { ...subject.origin, reportedCode: null }, subject.news);
    await assertRecorded(context, subject);
    return null;
  } catch (error) {
    const code = error instanceof Problem ? error.code : null;
    if (code === 'order-not-paid' && subject.expected.paymentId) throw notListed();
    if (code === 'order-not-paid') return null;
    if (error instanceof Problem && code === 'purchase-mismatch') return error.message;
    throw error;
  }
};

/**
 * Brings our records to what an event announces, all of its purchases, whatever becomes of one; `ignored` where none is
 * ours. What another try could not change is an outcome; everything else is thrown: `payment-provider-unavailable`,
 * `order-not-found`, or a failure of ours.
 */
export const settleEvent = async (context: Context, event: WebhookEvent): Promise<Outcome> => {
  const subjects = await eventSubjects(context, event);
  const reasons: (string | null)[] = [];
  const failures: unknown[] = [];
  for (const subject of subjects)
    await settleSubject(context, subject).then(
      (reason) => reasons.push(reason),
      (error: unknown) => failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
  if (reasons.includes(null)) return { state: 'processed', lastError: null };
  return { state: 'ignored', lastError: reasons[0] ?? null };
};
