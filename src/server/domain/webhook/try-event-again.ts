import { eq } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { webhookEvents } from '../../db/schema/webhook-events.ts';
import { claimEvent } from './claim-event.ts';
import { processEvent } from './process-event.ts';
import { type StoredEvent, storedEventJson } from './stored-event.ts';
import { isEventId } from './webhook-event.ts';

const find = async ({ db }: Context, id: string): Promise<StoredEvent> => {
  const [found] = await db
    .select({ event: storedEventJson })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, id));
  if (!found) throw problem('event-not-found');
  return found.event;
};

/**
 * Processes an event that failed once more, at once, also one that was given up; answers it as it is then. One that is
 * done stays as it is. Audited. Throws `event-not-found`, or `event-in-progress` while another worker has it.
 */
export const tryEventAgain = async (context: Context, id: string): Promise<StoredEvent> => {
  if (!isEventId(id)) throw problem('event-not-found');
  const claimed = await claimEvent(context, id);
  if (claimed) await processEvent(context, claimed);
  const event = await find(context, id);
  if (!claimed && (event.state === 'received' || event.state === 'failed'))
    throw problem('event-in-progress');
  return event;
};
