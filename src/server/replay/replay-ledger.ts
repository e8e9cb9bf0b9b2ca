import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { compareLedgers, type LedgerDifference } from './compare-ledgers.ts';
import { copyProgram } from './copy-program.ts';
import { repeatDecisions } from './repeat-decisions.ts';
import { type Replayed, replayEvents } from './replay-events.ts';

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
