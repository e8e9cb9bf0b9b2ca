import { eq } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { eventColumns, type EventSummary } from '../../money/purchases/event-summary.ts';
import { claimEvent, isPendingState } from '../../money/webhooks/event-queue.ts';
import { processEvent } from '../../money/webhooks/process-event.ts';
import { isEventId } from '../../money/webhooks/webhook-event.ts';

/**
 * Processes an open event for an admin at once, even if it was given up, and returns it. An event that is done stays as it
 * is. Audited. Throws `event-not-found`, and `event-in-progress` while another worker has the event.
 */
export async function retryEvent(context: Context, id: string): Promise<EventSummary> {
  if (!isEventId(id)) throw problem('event-not-found');
  const claimed = await claimEvent(context, id);
  if (claimed) await processEvent(context, claimed);
  const event = await findEvent(context, id);
  if (!claimed && isPendingState(event.state)) throw problem('event-in-progress');
  return event;
}

async function findEvent({ db }: Context, id: string): Promise<EventSummary> {
  const [event] = await db.select(eventColumns).from(webhookEvents).where(eq(webhookEvents.id, id));
  if (!event) throw problem('event-not-found');
  return event;
}
