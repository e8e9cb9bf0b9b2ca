import type { SQLWrapper } from 'drizzle-orm';
import { Problem, problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { Rows } from '../db/batch.ts';
import { type Settled, settlePurchase } from '../purchases/settle-purchase.ts';
import type { ReadBooks } from '../purchases/read-books.ts';
import { hasArrived, paymentsOf, purchaseIn } from '../purchases/books.ts';
import { eventSubjects, type Subject } from './event-subjects.ts';
import type { WebhookEvent } from './webhook-event.ts';

export interface Outcome {
  readonly state: 'processed' | 'ignored';
  readonly lastError: string | null;
}

interface Options {
  /** Statements that note how the event ended, sent with what settles its purchase, where it is about one. */
  readonly note: (outcome: Outcome) => readonly SQLWrapper[];
  /** The books of the purchase that the event names. */
  readonly seen?: ReadBooks | undefined;
}

const processed: Outcome = { state: 'processed', lastError: null };

/**
 * Whether our records have what the event announced. The provider may announce a payment, or what became of it, before its own
 * lists have it as such: then the event is not done. One that was declined, or is left out, is never recorded, and nothing is
 * lost with it.
 */
const isRecorded = (
  { books, listed, leftOut }: Settled,
  { origin, expected: { paymentId, refundId, dispute } }: Subject,
): boolean => {
  const purchase = purchaseIn(books, origin.providerId);
  const paid = purchase ? paymentsOf(books, purchase) : [];
  const payment = books.payments.find(({ providerId }) => providerId === paymentId);
  const disputed = books.disputes.filter(({ providerId }) => providerId === dispute?.id);
  const isDisputed = (of: string) =>
    paid.some(({ id, providerId }) => providerId === of && disputed.some((row) => row.paymentId === id));
  const isNever = (of: string) =>
    leftOut.includes(of) || listed.some(({ id, state }) => id === of && state === 'declined');
  return (
    (!paymentId || (payment !== undefined && hasArrived(payment))) &&
    (!refundId || books.refunds.some(({ providerId }) => providerId === refundId)) &&
    (!dispute || dispute.paymentIds.every((id) => isDisputed(id) || isNever(id)))
  );
};

/** Whether an event is about a payment that the books cannot take, which no other try will change. */
const isLeftOut = ({ leftOut }: Settled, { expected: { paymentId }, news: { refund } }: Subject): boolean =>
  leftOut.some((id) => id === paymentId || id === refund?.paymentId);

/** Why a subject is none of ours, or null once it is settled; with the rows of the note, where that went along. */
const settleSubject = async (
  context: Context,
  subject: Subject,
  note: readonly SQLWrapper[],
  seen: ReadBooks | undefined,
): Promise<{ readonly reason: string | null; readonly noted: Rows | null }> => {
  try {
    const { settled, rows } = await settlePurchase(
      context,
      { ...subject.origin, reportedCode: null },
      {
        news: subject.news,
        along: (end) => (isRecorded(end, subject) ? note : []),
        seen,
      },
    );
    if (isLeftOut(settled, subject)) throw problem('purchase-mismatch');
    if (!isRecorded(settled, subject))
      throw problem('payment-provider-unavailable', {
        cause: 'The provider does not list the payment yet',
      });
    return { reason: null, noted: note.length > 0 ? rows : null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isNoPurchase =
      error.code === 'purchase-mismatch' || (error.code === 'order-not-found' && subject.mayBeDeleted);
    if (!isNoPurchase) throw error;
    return { reason: error.message, noted: null };
  }
};

/**
 * Brings our records to what an event announces, all of its purchases, whatever becomes of one, and notes how it ended:
 * `ignored` where none is ours. What another try could not change is an outcome; everything else is thrown:
 * `payment-provider-unavailable`, `order-not-found`, or a failure of ours. Answers the rows of the note's last statement.
 */
export const settleEvent = async (
  context: Context,
  event: WebhookEvent,
  { note, seen }: Options,
): Promise<Rows> => {
  const subjects = await eventSubjects(context, event, seen);
  const reasons: (string | null)[] = [];
  const failures: unknown[] = [];
  const along = subjects.length === 1 ? note(processed) : [];
  for (const subject of subjects) {
    try {
      const { reason, noted } = await settleSubject(context, subject, along, seen);
      if (noted) return noted;
      reasons.push(reason);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const outcome: Outcome = reasons.includes(null)
    ? processed
    : { state: 'ignored', lastError: reasons[0] ?? null };
  return (await context.db.batch(note(outcome))).at(-1) ?? [];
};
