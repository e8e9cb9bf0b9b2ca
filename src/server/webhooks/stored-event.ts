import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { webhookState } from '../db/schema/webhook-events.ts';
import { iso } from '../db/sql/iso.ts';

const moment = z.iso.datetime();

/** An event of the payment provider as admins see it, without its body. */
export const storedEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    state: z.enum(webhookState.enumValues),
    attempts: z.number(),
    last_error: z.nullable(z.string()).check(z.describe('Why it failed, or was ignored')),
    occurred_at: moment,
    received_at: moment,
    processed_at: z.nullable(moment),
    next_attempt_at: z
      .nullable(moment)
      .check(z.describe('When it is tried again; null when it is done or given up')),
  })
  .check(z.meta({ id: 'ProviderEvent' }));

export type StoredEvent = z.infer<typeof storedEvent>;

/** A row of `webhook_events` as a StoredEvent. */
export const storedEventJson = sql<StoredEvent>`json_build_object(
  'id', webhook_events.id, 'type', webhook_events.type, 'state', webhook_events.state,
  'attempts', webhook_events.attempts, 'last_error', webhook_events.last_error,
  'occurred_at', ${iso(sql`webhook_events.occurred_at`)}, 'received_at', ${iso(sql`webhook_events.received_at`)},
  'processed_at', ${iso(sql`webhook_events.processed_at`)},
  'next_attempt_at', ${iso(sql`webhook_events.next_attempt_at`)})`;
