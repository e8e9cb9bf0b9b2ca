import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { connect } from '../../../src/server/db/connect.ts';
import { rowsOf } from '../../../src/server/db/sql/one-row.ts';
import { textArray } from '../../../src/server/db/sql/text-array.ts';
import { createPayPalApi } from '../../../src/server/paypal/paypal-api.ts';
import { listEvents } from '../../../src/server/paypal/paypal-events.ts';
import { about, type Check, type Finding } from './check.ts';
import { webhookEvents } from './webhook-events.ts';
import { whyOf } from './why.ts';

const { good, wrong, unchecked } = about("PayPal's events");

const minute = 60 * 1_000;
const day = 24 * 60 * minute;

/** PayPal sends an event again for this many days. */
const checkedDays = 3;

const listed = z.object({ id: z.string(), event_type: z.string() });

/** The ids of the events that the site needs, of PayPal's list. */
export const neededEvents = (events: readonly unknown[]): readonly string[] => {
  const needed = new Set(webhookEvents.flat());
  return events.flatMap((event) => {
    const { data } = listed.safeParse(event);
    return data && needed.has(data.event_type) ? [data.id] : [];
  });
};

/** Compares the ids of PayPal's events with the ids of the stored events. */
export const examineEvents = (needed: readonly string[], stored: readonly string[], from: Date): Finding => {
  const known = new Set(stored);
  const missing = needed.filter((id) => !known.has(id)).length;
  const [first, last] = [from, new Date(from.getTime() + checkedDays * day)].map((at) =>
    at.toISOString().slice(0, 10),
  );
  return missing === 0
    ? good(`all ${String(needed.length)} of the last ${String(checkedDays)} days are here`)
    : wrong(
        `${String(missing)} of the last ${String(checkedDays)} days are missing here. Are webhooks refused? Fetch them: npm run events:fetch -- ${first ?? ''} ${last ?? ''} --production`,
      );
};

/** Whether the events of the last days arrived, which nobody sees otherwise where no alarm watches the log. */
export const checkEvents: Check = {
  name: "PayPal's events",
  needs: ['DATABASE_URL', 'PAYPAL_API_URL', 'PUBLIC_PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
  run: async ({ env }) => {
    if (env.DATABASE_URL === 'embedded')
      return [unchecked('npm start owns the embedded database, and the simulator delivers to it')];
    const from = new Date(Date.now() - checkedDays * day);
    // An event may still be on its way.
    const until = new Date(Date.now() - 15 * minute);
    try {
      const api = createPayPalApi({
        apiUrl: env.PAYPAL_API_URL,
        clientId: env.PUBLIC_PAYPAL_CLIENT_ID,
        clientSecret: env.PAYPAL_CLIENT_SECRET,
        webhookId: env.PAYPAL_WEBHOOK_ID,
      });
      const needed = neededEvents(await listEvents(api, from, until));
      const stored = await rowsOf(
        await connect(env.DATABASE_URL),
        sql`select id from webhook_events where id = any (${textArray(needed)})`,
        z.object({ id: z.string() }),
      );
      return [
        examineEvents(
          needed,
          stored.map(({ id }) => id),
          from,
        ),
      ];
    } catch (error) {
      return [unchecked(`PayPal or the database does not answer (${whyOf(error)})`)];
    }
  },
};
