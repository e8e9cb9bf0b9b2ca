import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { count } from '../../src/shared/messages/records.ts';
import { newContext, type Services } from '../../src/server/context.ts';
import { takeEvents, type TakenEvents } from '../../src/server/webhooks/take-events.ts';
import { createPayPalApi } from '../../src/server/paypal/paypal-api.ts';
import { listEvents } from '../../src/server/paypal/paypal-events.ts';
import type { Settings } from '../../stack/settings.ts';
import { failed, type Outcome } from './outcome.ts';
import { runByHand } from './run-by-hand.ts';
import { payPalOf, withServices } from './with-services.ts';

/** Does a command's work with the services and the list of PayPal's events between two moments. */
type Run = <T>(
  work: (services: Services, list: (from: Date, until: Date) => Promise<unknown[]>) => Promise<T>,
) => Promise<T>;

const usage = 'Which days? Say the first and the last: npm run events:fetch -- 2025-08-01 2025-08-03';

const day = 24 * 60 * 60 * 1_000;

/** PayPal deletes its events after this many days. */
const keptDays = 30;

const outcomeOf = (range: string, taken: TakenEvents): Outcome => {
  const { added, retried, known, unreadable, failed: broken } = taken;
  const lines = [
    `${range}, events of PayPal: ${String(added + retried + known + unreadable)}. Missing here and added: ${String(added)}, tried again: ${String(retried)}, nothing to do: ${String(known)}.`,
    ...(unreadable > 0 ? [`${count(unreadable, 'event')} could not be read.`] : []),
    ...broken.map(
      ({ id, reason, isGivenUp }) =>
        `  ${id} failed, and ${isGivenUp ? 'is not tried again' : 'is tried again later'}: ${reason}`,
    ),
  ];
  return { code: broken.length + unreadable > 0 ? 1 : 0, text: lines.join('\n') };
};

/** `npm run events:fetch`: stores and processes the events of some UTC days that PayPal has and this site does not. */
export const fetchEventsByHand = async (
  days: readonly string[],
  run: Run,
  now = new Date(),
): Promise<Outcome> => {
  const asked = z.tuple([z.iso.date(), z.iso.date()]).safeParse(days);
  if (!asked.success) return { code: 2, text: usage };
  const [firstDay, lastDay] = asked.data;
  if (firstDay > lastDay) return { code: 2, text: `${firstDay} comes after ${lastDay}.` };
  const from = new Date(firstDay);
  if (from > now) return { code: 2, text: `${firstDay} is yet to come.` };
  if (from.getTime() < now.getTime() - (keptDays + 1) * day)
    return {
      code: 2,
      text: `PayPal keeps its events for ${String(keptDays)} days. Begin later; for the days before, npm run reconcile lists what is missing, and each order can be reported again (docs/operations.md).`,
    };
  try {
    const taken = await run(async (services, list) => {
      const events = await list(from, new Date(new Date(lastDay).getTime() + day - 1));
      return takeEvents(() => newContext(services, randomUUID()), events);
    });
    return outcomeOf(`${firstDay} to ${lastDay}`, taken);
  } catch (error) {
    return failed(error);
  }
};

const withEvents =
  (settings: Settings): Run =>
  (work) =>
    withServices(settings, (services) =>
      work(services, (from, until) => listEvents(createPayPalApi(payPalOf(settings)), from, until)),
    );

if (import.meta.main) await runByHand((days, settings) => fetchEventsByHand(days, withEvents(settings)));
