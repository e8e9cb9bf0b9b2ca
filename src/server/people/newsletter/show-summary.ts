import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { oneRow } from '../../frame/db/sql.ts';

/** The number of subscriptions in each state, and of the newsletter's mails that wait. */
export const summaryShape = z
  .object({
    asked: z.number().check(z.describe('Requests that are not confirmed yet')),
    confirmed: z.number().check(z.describe('Addresses that get letters')),
    left: z.number(),
    waiting: z.object({
      confirmations: z.number().check(z.describe('Confirmation mails that are not sent yet')),
      letters: z.number().check(z.describe('Mails of letters that are not sent yet')),
    }),
  })
  .check(z.meta({ id: 'NewsletterSummary' }));

export type NewsletterSummary = z.infer<typeof summaryShape>;

/** Counts the subscriptions and the mails that wait, in one statement. */
export function showSummary({ db }: Pick<Context, 'db'>): Promise<NewsletterSummary> {
  const waiting = (kind: 'letter' | 'newsletter-confirmation') =>
    sql`(select count(*) from mails where state = 'waiting' and kind = ${kind})`;
  return oneRow(
    db,
    sql`select count(*) filter (where state = 'asked')::int as asked,
        count(*) filter (where state = 'confirmed')::int as confirmed,
        count(*) filter (where state = 'left')::int as "left",
        json_build_object(
          'confirmations', ${waiting('newsletter-confirmation')}, 'letters', ${waiting('letter')}) as waiting
      from newsletter_subscriptions`,
    summaryShape,
  );
}
