import { and, eq, isNull, sql } from 'drizzle-orm';
import { Problem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { payments } from '../../db/schema/purchases.ts';
import { webhookEvents } from '../../db/schema/webhook-events.ts';
import { settlePurchase } from '../purchase/settle-purchase.ts';
import { completedPayment, eventTarget, isMoneyBack } from './event-target.ts';
import { webhookEvent, type WebhookEvent } from './webhook-event.ts';

const parseEvent = (body: string): WebhookEvent => {
  try {
    return webhookEvent.parse(JSON.parse(body));
  } catch (error) {
    // The JSON parser's own message quotes the body; causes are logged.
    throw problem('request-malformed', error instanceof SyntaxError ? {} : { cause: error });
  }
};

interface Outcome {
  readonly state: 'processed' | 'ignored';
  readonly lastError: string | null;
}

/**
 * The provider may announce a payment before its own lists have it. Then the event is not done:
 * `payment-provider-unavailable` makes the provider deliver it again.
 */
const assertRecorded = async ({ db }: Context, paymentId: string | null): Promise<void> => {
  if (!paymentId) return;
  const [row] = await db.select({ id: payments.id }).from(payments).where(eq(payments.providerId, paymentId));
  if (!row) throw problem('payment-provider-unavailable', { cause: 'The payment is not listed yet' });
};

/** What another delivery of the same event could not change is an outcome; everything else is thrown. */
const settleEvent = async (context: Context, event: WebhookEvent): Promise<Outcome> => {
  const target = await eventTarget(context, event);
  if (!target) return { state: 'ignored', lastError: null };
  try {
    await settlePurchase(context, { ...target, reportedCode: null });
    await assertRecorded(context, completedPayment(event));
    return { state: 'processed', lastError: null };
  } catch (error) {
    const code = error instanceof Problem ? error.code : null;
    if (code === 'order-not-paid') return { state: 'processed', lastError: null };
    if (error instanceof Problem && code === 'purchase-mismatch')
      return { state: 'ignored', lastError: error.message };
    throw error;
  }
};

/**
 * Takes an event of the payment provider: verified, stored once under its id, and then what it is about
 * is fetched anew, so duplicates, reordering and replays end in the same state. A failure is recorded and
 * thrown, and the provider delivers again. Throws `webhook-unverified`, `request-malformed`.
 */
export const receiveWebhook = async (context: Context, headers: Headers, body: string): Promise<void> => {
  if (!(await context.payments.verifyWebhook(headers, body))) throw problem('webhook-unverified');
  const event = parseEvent(body);
  const [kept] = await context.db
    .insert(webhookEvents)
    .values({
      id: event.id,
      type: event.event_type,
      resourceId: event.resource.id ?? null,
      body: event,
      occurredAt: new Date(event.create_time),
    })
    .onConflictDoUpdate({
      target: webhookEvents.id,
      set: { attempts: sql`${webhookEvents.attempts} + 1` },
    })
    .returning({ state: webhookEvents.state });
  if (kept?.state === 'processed' || kept?.state === 'ignored' || isMoneyBack(event)) return;

  const ofEvent = eq(webhookEvents.id, event.id);
  try {
    const outcome = await settleEvent(context, event);
    await context.db
      .update(webhookEvents)
      .set({ ...outcome, processedAt: context.now })
      .where(ofEvent);
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    // Another delivery at the same time may have succeeded; then this one's failure is no news.
    await context.db
      .update(webhookEvents)
      .set({ state: 'failed', lastError })
      .where(and(ofEvent, isNull(webhookEvents.processedAt)))
      .catch((cause: unknown) => {
        throw problem('service-unavailable', { cause });
      });
    throw error;
  }
};
