import * as z from 'zod/mini';
import { randomUUID } from 'node:crypto';
import { newContext, type Services } from '../../src/server/context.ts';
import { createPayPalApi } from '../../src/server/paypal/paypal-api.ts';
import { listEvents } from '../../src/server/paypal/list-events.ts';
import { takeEvents, type TakenEvents } from '../../src/server/webhooks/retry-events.ts';
import { count } from '../../src/shared/messages/admin.ts';
import type { Settings } from '../../stack/settings.ts';
import { type CommandResult, failureResult } from './command-result.ts';
import { runCommand } from './run-command.ts';
import { payPalSettings, withServices } from './with-services.ts';

/** Runs work with the services and a function that lists PayPal's events between two dates. */
type WithEvents = <T>(
  work: (services: Services, list: (from: Date, until: Date) => Promise<unknown[]>) => Promise<T>,
) => Promise<T>;

const usage = 'Name the first and the last day: npm run events:fetch -- 2025-08-01 2025-08-03';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** PayPal deletes its events after this many days. */
const RETENTION_DAYS = 30;

/** `npm run events:fetch`: stores and processes PayPal's events of some UTC days that are missing here. */
export async function runFetchEvents(
  days: readonly string[],
  run: WithEvents,
  now = new Date(),
): Promise<CommandResult> {
  const { data: range } = z.tuple([z.iso.date(), z.iso.date()]).safeParse(days);
  if (!range) return { code: 2, text: usage };
  const [firstDay, lastDay] = range;
  if (firstDay > lastDay) return { code: 2, text: `${firstDay} comes after ${lastDay}.` };
  const from = new Date(firstDay);
  if (from > now) return { code: 2, text: `${firstDay} is in the future.` };
  if (from.getTime() < now.getTime() - (RETENTION_DAYS + 1) * DAY_MS)
    return {
      code: 2,
      text: `PayPal keeps its events for ${String(RETENTION_DAYS)} days. Begin later; for the days before, npm run reconcile lists what is missing, and each order can be reported again (docs/operations.md).`,
    };
  try {
    const taken = await run(async (services, list) => {
      const events = await list(from, new Date(new Date(lastDay).getTime() + DAY_MS - 1));
      return takeEvents(() => newContext(services, randomUUID()), events);
    });
    return fetchedResult(`${firstDay} to ${lastDay}`, taken);
  } catch (error) {
    return failureResult(error);
  }
}

function fetchedResult(range: string, taken: TakenEvents): CommandResult {
  const { added, retried, known, unreadable, failed } = taken;
  const lines = [
    `${range}, events of PayPal: ${String(added + retried + known + unreadable)}. Missing here and added: ${String(added)}, tried again: ${String(retried)}, nothing to do: ${String(known)}.`,
    ...(unreadable > 0 ? [`${count(unreadable, 'event')} could not be read.`] : []),
    ...failed.map(
      ({ id, reason, isGivenUp }) =>
        `  ${id} failed, and ${isGivenUp ? 'is not tried again' : 'is tried again later'}: ${reason}`,
    ),
  ];
  return { code: failed.length + unreadable > 0 ? 1 : 0, text: lines.join('\n') };
}

function withEvents(settings: Settings): WithEvents {
  return (work) =>
    withServices(settings, (services) =>
      work(services, (from, until) => listEvents(createPayPalApi(payPalSettings(settings)), from, until)),
    );
}

if (import.meta.main) await runCommand((days, settings) => runFetchEvents(days, withEvents(settings)));
