import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { storeEvent, webhookEvent, type WebhookEvent } from '../webhooks/event-store.ts';
import { processEvent } from '../webhooks/process-event.ts';
import { asc, gt, sql } from 'drizzle-orm';
import { rowsOf } from '../db/sql.ts';
import type { Database } from '../db/database.ts';
import { affiliateActivations, affiliates } from '../db/schema/affiliates.ts';
import { compareLedgers, type LedgerDifference } from './compare-ledgers.ts';
import { repeatDecisions } from './repeat-decisions.ts';

/** A file that cannot be replayed; the message says why. */
export class UnreadableEvents extends Error {}

export interface Replayed {
  readonly events: number;
  /** Those that could not be processed, each with the reason. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

const parse = (line: string, number: number): WebhookEvent => {
  try {
    return webhookEvent.parse(JSON.parse(line));
  } catch (cause) {
    throw new UnreadableEvents(`Line ${String(number)} is no event of the payment provider.`, { cause });
  }
};

/**
 * Stores and processes events, a line of JSON each, as if the provider had just sent them: what they announce is fetched
 * from it anew. Throws UnreadableEvents.
 */
export const replayEvents = async (
  newContext: () => Context,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Replayed> => {
  const failed: { id: string; reason: string }[] = [];
  let [number, events] = [0, 0];
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const event = parse(line, number);
    const context = newContext();
    const claimed = await storeEvent(context, event);
    events += 1;
    const ended = claimed && (await processEvent(context, claimed));
    if (ended?.failed) failed.push({ id: event.id, reason: ended.failed.reason });
  }
  return { events, failed };
};

/** Rows that are read or copied at once. */
const batch = 500;

const event = z.object({ id: z.string(), at: z.string(), body: z.unknown() });

/** Every stored event of the payment provider as a line of JSON, in the order in which they came. */
export async function* exportEvents({ db }: Pick<Context, 'db'>): AsyncGenerator<string> {
  let last = { at: '-infinity', id: '' };
  for (;;) {
    const rows = await rowsOf(
      db,
      sql`select id, received_at::text as at, body from webhook_events
        where (received_at, id) > (${last.at}::timestamptz, ${last.id}::text)
        order by received_at, id limit ${batch}::int`,
      event,
    );
    for (const { body } of rows) yield `${JSON.stringify(body)}\n`;
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end;
  }
}

/**
 * Copies the affiliates and when each was active into an empty database: what events are credited by. The activations
 * that writing an affiliate made there give way to the real ones.
 */
export const copyProgram = async (from: Database, to: Database): Promise<void> => {
  for (let last: string | undefined; ;) {
    const rows = await from
      .select()
      .from(affiliates)
      .where(last === undefined ? undefined : gt(affiliates.id, last))
      .orderBy(asc(affiliates.id))
      .limit(batch);
    if (rows.length === 0) break;
    await to.insert(affiliates).values(rows.map(({ searchText: _generated, ...row }) => row));
    last = rows.at(-1)?.id;
  }
  await to.delete(affiliateActivations);
  for (let last: string | undefined; ;) {
    const rows = await from
      .select()
      .from(affiliateActivations)
      .where(last === undefined ? undefined : gt(affiliateActivations.id, last))
      .orderBy(asc(affiliateActivations.id))
      .limit(batch);
    if (rows.length === 0) break;
    await to.insert(affiliateActivations).values(rows);
    last = rows.at(-1)?.id;
  }
};

export interface Replay extends Replayed {
  readonly differences: readonly LedgerDifference[];
}

/**
 * Rebuilds the ledger from events, a line of JSON each, in an empty database, and compares it with the real one, which
 * is only read. `newContext` gives contexts on the empty one. Throws UnreadableEvents, `payment-provider-unavailable`.
 */
export const replayLedger = async (
  real: Database,
  newContext: () => Context,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Replay> => {
  const scratch = newContext().db;
  await copyProgram(real, scratch);
  const replayed = await replayEvents(newContext, lines);
  await repeatDecisions(real, newContext);
  return { ...replayed, differences: await compareLedgers(real, scratch) };
};
