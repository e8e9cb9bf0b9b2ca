import * as z from 'zod/mini';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { affiliateGetsLetters } from '../../frame/mail/affiliate-letters.ts';

/** The number of subscriptions in each state, of affiliates who get letters, and of the newsletter's mails that wait. */
export const summaryShape = z
  .object({
    asked: z.number().check(z.describe('Requests that are not confirmed yet')),
    confirmed: z.number().check(z.describe('Addresses that get letters')),
    left: z.number(),
    affiliates: z.number().check(z.describe('Active affiliates who get letters')),
    waiting: z.object({
      confirmations: z.number().check(z.describe('Confirmation emails that are not sent yet')),
      letters: z.number().check(z.describe('Emails of letters that are not sent yet')),
    }),
  })
  .check(z.meta({ id: 'NewsletterSummary' }));

export type NewsletterSummary = z.infer<typeof summaryShape>;

/** Counts the subscriptions and the mails that wait, in one round trip. */
export async function showSummary({ db }: Pick<Context, 'db'>): Promise<NewsletterSummary> {
  const isWaiting = and(
    eq(mails.state, 'waiting'),
    inArray(mails.kind, ['newsletter-confirmation', 'letter', 'affiliate-letter']),
  );
  const [states, waiting, [reachable]] = await db.atomically((tx) => [
    tx.select({ of: subscriptions.state, count: count() }).from(subscriptions).groupBy(subscriptions.state),
    tx.select({ of: mails.kind, count: count() }).from(mails).where(isWaiting).groupBy(mails.kind),
    tx.select({ count: count() }).from(affiliates).where(affiliateGetsLetters),
  ]);
  return {
    asked: countOf(states, 'asked'),
    confirmed: countOf(states, 'confirmed'),
    left: countOf(states, 'left'),
    affiliates: reachable?.count ?? 0,
    waiting: {
      confirmations: countOf(waiting, 'newsletter-confirmation'),
      letters: countOf(waiting, 'letter') + countOf(waiting, 'affiliate-letter'),
    },
  };
}

function countOf<Of>(
  rows: readonly { readonly of: Of; readonly count: number }[],
  wanted: NoInfer<Of>,
): number {
  return rows.find(({ of }) => of === wanted)?.count ?? 0;
}
