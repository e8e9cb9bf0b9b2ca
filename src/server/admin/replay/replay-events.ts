import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import type { Database } from '../../frame/context/database.ts';
import { affiliateActivations, affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../frame/db/schema/counts.ts';
import { allRows } from '../../frame/db/sql.ts';
import { importEvents, type ImportedEvents } from '../../money/webhooks/import-events.ts';
import { webhookEvent, type WebhookEvent } from '../../money/webhooks/webhook-event.ts';
import { compareLedgers, type LedgerDifference } from './compare-ledgers.ts';
import { repeatDecisions } from './repeat-decisions.ts';

/** Error of a file that cannot be replayed. The message names the line. */
export class UnreadableEvents extends Error {}

export interface Replay {
  /** The number of replayed events. */
  readonly events: number;
  readonly failed: ImportedEvents['failed'];
  readonly differences: readonly LedgerDifference[];
}

/**
 * Rebuilds the ledger from events, one line of JSON each, in an empty scratch database, and compares it with the real ledger.
 * `newContext` returns contexts of the scratch database. The real database is only read. Throws UnreadableEvents and
 * `payment-provider-unavailable`.
 */
export async function replayLedger(
  real: Database,
  newContext: () => Context,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Replay> {
  const newReplay = (): Context => ({ ...newContext(), isReplay: true });
  const scratch = newContext().db;
  await copyAffiliates(real, scratch);
  const { added, retried, skipped, failed } = await importEvents(newReplay, parseLines(lines));
  await repeatDecisions(real, newReplay);
  return {
    events: added + retried + skipped,
    failed,
    differences: await compareLedgers(real, scratch),
  };
}

async function* parseLines(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<WebhookEvent> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() !== '') yield parseLine(line, number);
  }
}

function parseLine(line: string, number: number): WebhookEvent {
  try {
    return webhookEvent.parse(JSON.parse(line));
  } catch (cause) {
    throw new UnreadableEvents(`Line ${String(number)} is no event of PayPal.`, { cause });
  }
}

/** The number of rows that are read or inserted at a time. */
const batchSize = 500;

/** Copies all affiliates, their codes and their activations into an empty database, because they decide who is credited. */
async function copyAffiliates(from: Database, to: Database): Promise<void> {
  const rows = await from.select().from(affiliates);
  for (const batch of batches(rows))
    await to.insert(affiliates).values(batch.map(({ searchText: _generated, ...row }) => row));
  // Triggers have written activations and own codes for the new affiliates.
  await to.delete(affiliateActivations);
  for (const batch of batches(await from.select().from(affiliateCodes)))
    await to
      .insert(affiliateCodes)
      .values([...batch])
      .onConflictDoNothing();
  for (const batch of batches(await from.select().from(affiliateActivations)))
    await to.insert(affiliateActivations).values([...batch]);
}

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
}

const eventRow = z.object({ id: z.string(), at: z.string(), body: z.unknown() });

/** Yields every stored event of PayPal as a line of JSON, in the order in which the events were received. */
export async function* exportEvents({ db }: Pick<Context, 'db'>): AsyncGenerator<string> {
  let last = { at: '-infinity', id: '' };
  for (;;) {
    const rows = await allRows(
      db,
      sql`select id, received_at::text as at, body from webhook_events
        where (received_at, id) > (${last.at}::timestamptz, ${last.id}::text)
        order by received_at, id limit ${batchSize}::int`,
      eventRow,
    );
    for (const { body } of rows) yield `${JSON.stringify(body)}\n`;
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return;
    last = end;
  }
}
