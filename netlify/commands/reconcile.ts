import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { newContext } from '../../src/server/frame/context/context.ts';
import type { Difference, Report } from '../../src/server/money/reconciliation/difference.ts';
import { reconcile } from '../../src/server/money/reconciliation/reconcile.ts';
import { dayRange } from '../../src/shared/dates.ts';
import { type CommandResult, failureResult } from './command-result.ts';
import { runCommand } from './run-command.ts';
import { type WithServices, withServices } from './with-services.ts';

const usage = 'Name the first and the last day: npm run reconcile -- 2025-08-01 2025-08-31';

/** `npm run reconcile`: compares the books of some UTC days with PayPal's, and records the results of payouts. */
export async function runReconcile(
  days: readonly string[],
  run: WithServices,
  today = new Date().toISOString().slice(0, 10),
): Promise<CommandResult> {
  const { data: range } = z.tuple([z.iso.date(), z.iso.date()]).safeParse(days);
  if (!range) return { code: 2, text: usage };
  const [firstDay, lastDay] = range;
  if (firstDay > lastDay) return { code: 2, text: `${firstDay} comes after ${lastDay}.` };
  if (lastDay > today) return { code: 2, text: `${lastDay} is in the future.` };
  try {
    return reportResult(
      await run((services) => reconcile(newContext(services, randomUUID()), firstDay, lastDay)),
    );
  } catch (error) {
    return failureResult(error);
  }
}

function reportResult({ first_day, last_day, compared, differences }: Report): CommandResult {
  const range = `${dayRange(first_day, last_day, String)}, payments, refunds and payouts compared: ${String(compared)}.`;
  if (differences.length === 0) return { code: 0, text: `${range} No differences.` };
  const count = `Differences: ${String(differences.length)}. Nothing was corrected.`;
  return { code: 1, text: [`${range} ${count}`, ...differences.map(differenceText)].join('\n') };
}

function differenceText({ code, text, order_id, transaction_id, ours, theirs }: Difference): string {
  return [
    code,
    `  ${text}`,
    `  order ${order_id ?? 'unknown'}, transaction ${transaction_id}`,
    `  here: ${ours ?? 'nothing'}; expected: ${theirs ?? 'nothing'}`,
  ].join('\n');
}

if (import.meta.main)
  await runCommand((days, settings) => runReconcile(days, (work) => withServices(settings, work)));
