import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { newContext, type Services } from '../../src/server/context.ts';
import type { Difference, Report } from '../../src/server/reconciliation/difference.ts';
import { reconcile } from '../../src/server/reconciliation/reconcile.ts';
import { failed, type Outcome } from './outcome.ts';
import { runByHand } from './run-by-hand.ts';
import { withServices } from './with-services.ts';

type Run = <T>(work: (services: Services) => Promise<T>) => Promise<T>;

const usage = 'Which days? Say the first and the last: npm run reconcile -- 2025-08-01 2025-08-31';

const lineOf = ({ code, text, order_id, transaction_id, ours, theirs }: Difference): string =>
  [
    code,
    `  ${text}`,
    `  order ${order_id ?? 'unknown'}, transaction ${transaction_id}`,
    `  here: ${ours ?? 'nothing'}; expected: ${theirs ?? 'nothing'}`,
  ].join('\n');

const outcomeOf = ({ first_day, last_day, compared, differences }: Report): Outcome => {
  const range = `${first_day} to ${last_day}, payments and refunds compared: ${String(compared)}.`;
  if (differences.length === 0) return { code: 0, text: `${range} No differences.` };
  const count = `Differences: ${String(differences.length)}. Nothing was changed.`;
  return { code: 1, text: [`${range} ${count}`, ...differences.map(lineOf)].join('\n') };
};

/** `npm run reconcile`: holds the books of some UTC days against the payment provider's. */
export const reconcileByHand = async (
  days: readonly string[],
  run: Run,
  today = new Date().toISOString().slice(0, 10),
): Promise<Outcome> => {
  const asked = z.tuple([z.iso.date(), z.iso.date()]).safeParse(days);
  if (!asked.success) return { code: 2, text: usage };
  const [firstDay, lastDay] = asked.data;
  if (firstDay > lastDay) return { code: 2, text: `${firstDay} comes after ${lastDay}.` };
  if (lastDay > today) return { code: 2, text: `${lastDay} is yet to come.` };
  try {
    return outcomeOf(
      await run((services) => reconcile(newContext(services, randomUUID()), firstDay, lastDay)),
    );
  } catch (error) {
    return failed(error);
  }
};

if (import.meta.main)
  await runByHand((days, settings) => reconcileByHand(days, (work) => withServices(settings, work)));
