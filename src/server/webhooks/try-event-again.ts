import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { claimEvent } from './claim-event.ts';
import { processEvent } from './process-event.ts';
import { storedEvent, type StoredEvent, storedEventJson } from './stored-event.ts';
import { isEventId } from './webhook-event.ts';

const storedEventRow = z.object({ event: z.nullable(storedEvent) });
const rows = z.tuple([storedEventRow]);

/** A query of one row: the event, or null for none. */
const eventQuery = (id: string): SQL =>
  sql`select (select ${storedEventJson} from webhook_events where id = ${id}) as event`;

const answerOf = (found: unknown): StoredEvent => {
  const [{ event }] = rows.parse(found);
  if (!event) throw problem('event-not-found');
  return event;
};

/**
 * Processes an event that failed once more, at once, also one that was given up; answers it as it is then. One that is
 * done stays as it is. Audited. Throws `event-not-found`, or `event-in-progress` while another worker has it.
 */
export const tryEventAgain = async (context: Context, id: string): Promise<StoredEvent> => {
  if (!isEventId(id)) throw problem('event-not-found');
  const question = eventQuery(id);
  const claimed = await claimEvent(context, id);
  if (claimed) return answerOf((await processEvent(context, claimed, [question])).rows);
  const event = answerOf([await oneRow(context.db, question, storedEventRow)]);
  if (event.state === 'received' || event.state === 'failed') throw problem('event-in-progress');
  return event;
};
