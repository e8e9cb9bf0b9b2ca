import * as z from 'zod/mini';
import { randomUUID } from 'node:crypto';
import { newContext } from '../../src/server/frame/context/context.ts';
import { importEvents, type ImportedEvents } from '../../src/server/money/webhooks/import-events.ts';
import { readEvent } from '../../src/server/money/webhooks/webhook-event.ts';
import { dayMs, dayRange } from '../../src/shared/dates.ts';
import { count } from '../../src/shared/text.ts';
import { type CommandResult, failureResult } from './command-result.ts';
import { runCommand } from './run-command.ts';
import { type WithServices, withServices } from './with-services.ts';

const usage = 'Name the first and the last day: npm run events:fetch -- 2025-08-01 2025-08-03';

/** PayPal deletes its events after this many days. */
const RETENTION_DAYS = 30;

/** `npm run events:fetch`: stores and processes PayPal's events of some UTC days that are missing here. */
export async function runFetchEvents(
  days: readonly string[],
  run: WithServices,
  now = new Date(),
): Promise<CommandResult> {
  const { data: range } = z.tuple([z.iso.date(), z.iso.date()]).safeParse(days);
  if (!range) return { code: 2, text: usage };
  const [firstDay, lastDay] = range;
  if (firstDay > lastDay) return { code: 2, text: `${firstDay} comes after ${lastDay}.` };
  const from = new Date(firstDay);
  if (from > now) return { code: 2, text: `${firstDay} is in the future.` };
  // PayPal has deleted the events of the whole first day.
  if (from.getTime() < now.getTime() - (RETENTION_DAYS + 1) * dayMs)
    return {
      code: 2,
      text: `PayPal keeps its events for ${String(RETENTION_DAYS)} days. Begin later; for the days before, npm run reconcile lists what is missing, and each order can be reported again (docs/operations.md).`,
    };
  try {
    const imported = await run(async (services) => {
      const until = new Date(new Date(lastDay).getTime() + dayMs - 1);
      const events = await services.paypal.listEvents(from, until);
      return importEvents(() => newContext(services, randomUUID()), events.map(readEvent));
    });
    return importResult(dayRange(firstDay, lastDay, String), imported);
  } catch (error) {
    return failureResult(error);
  }
}

function importResult(range: string, imported: ImportedEvents): CommandResult {
  const { added, retried, skipped, unreadable, failures } = imported;
  const lines = [
    `${range}, events of PayPal: ${String(added + retried + skipped + unreadable)}. Missing here and added: ${String(added)}, tried again: ${String(retried)}, nothing to do: ${String(skipped)}.`,
    ...(unreadable > 0 ? [`${count(unreadable, 'event')} could not be read.`] : []),
    ...failures.map(
      ({ id, reason, isGivenUp }) =>
        `  ${id} failed, and ${isGivenUp ? 'is not tried again' : 'is tried again later'}: ${reason}`,
    ),
  ];
  return { code: failures.length + unreadable > 0 ? 1 : 0, text: lines.join('\n') };
}

if (import.meta.main)
  await runCommand((days, settings) => runFetchEvents(days, (work) => withServices(settings, work)));
