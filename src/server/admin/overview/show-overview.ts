import * as z from 'zod/mini';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { startOfBusinessDays } from '../../../shared/dates.ts';
import { termsAt } from '../../../shared/program.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates, isWaiting } from '../../frame/db/schema/affiliates.ts';
import { reconciliations } from '../../frame/db/schema/operations.ts';
import { payouts } from '../../frame/db/schema/statements.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { iso, oneRow, timestamptz } from '../../frame/db/sql.ts';
import { isRetriable } from './retry-mails.ts';
import { purchasesOnHold } from '../purchases/list-purchases.ts';
import { doublePurchases } from './double-purchases.ts';
import { recentViolations, violationsShape } from './policy-violations.ts';
import { stuckActions, stuckActionsShape } from './stuck-actions.ts';
import { isOverdue } from '../../people/withdrawals/list-withdrawals.ts';
import { hasKnownOrder } from '../../people/buyers/withdrawal-order.ts';
import { eventSummary, eventSummaryJson } from '../../money/purchases/event-summary.ts';

const payoutSum = z.object({
  count: z.number(),
  cents: z.number().check(z.describe('The total amount in US cents')),
});

/** The numbers of everything that waits for an admin. Dates are ISO 8601 UTC. */
export const overviewShape = z
  .object({
    applications: z.object({
      waiting: z.number().check(z.describe('Applications without a decision, also those that are overdue')),
      overdue: z.number().check(z.describe('Applications that have waited longer than the terms promise')),
    }),
    payouts: z.object({
      proposed: payoutSum.check(z.describe('Payouts to approve')),
      approved: payoutSum.check(z.describe('Payouts to pay')),
      returned: payoutSum.check(z.describe('Payouts to reject, because PayPal returned the money')),
      blocked: payoutSum.check(z.describe('Payouts to reject, because PayPal blocked the payment')),
    }),
    letters_sending: z.number().check(z.describe('Letters with mails that are not sent yet')),
    purchases_on_hold: z.number().check(z.describe('Purchases with a commission on hold')),
    bought_twice: z.object({
      count: z
        .number()
        .check(
          z.describe(
            'Purchases of the last 14 days whose payer had bought the same plan within a day before',
          ),
        ),
      order_id: z.nullable(z.string()).check(z.describe('PayPal’s id of the newest of them')),
    }),
    failed_events: z.object({
      given_up: z.number().check(z.describe('PayPal’s events that are not retried anymore')),
      retrying: z.number().check(z.describe('PayPal’s events that failed and are retried')),
      newest: z.array(eventSummary).check(z.describe('The newest of both')),
    }),
    mails: z.object({
      given_up: z.number().check(z.describe('Mails that were given up in the last 30 days')),
      newest: z
        .array(
          z.object({
            id: z.string(),
            kind: z.string().check(z.describe('The kind of mail, such as `receipt`')),
            at: z.iso.datetime().check(z.describe('When the mail was given up')),
            error: z.nullable(z.string()).check(z.describe('The last error, without the address')),
          }),
        )
        .check(z.describe('The newest of these')),
      late: z.number().check(z.describe('Mails that have waited longer than 15 minutes, except letters')),
    }),
    withdrawals: z.object({
      open: z
        .number()
        .check(z.describe('Withdrawals from contracts with a known order that nobody has handled')),
      overdue: z.number().check(z.describe('Those of them that are older than 14 days')),
      unknown: z.number().check(z.describe('Withdrawals without a known order that nobody has handled')),
    }),
    paypal_actions: stuckActionsShape,
    policy_violations: violationsShape,
    reconciliation: z
      .nullable(
        z.object({
          first_day: z.iso.date(),
          last_day: z.iso.date(),
          differences: z.number(),
          made_at: z.iso.datetime(),
        }),
      )
      .check(z.describe('The last reconciliation with PayPal; null before the first')),
  })
  .check(z.meta({ id: 'Overview' }));

export type Overview = z.infer<typeof overviewShape>;

/** The number of failed events that an overview lists, of mails that were given up, and of PayPal actions. */
const listedEvents = 10;

/** The number of violations of page policies that an overview lists. */
const listedViolations = 20;

/** A mail is late after this long, in milliseconds. The job sends mails every minute. */
const lateAfterMs = 15 * 60_000;

/** Counts everything that waits for an admin, in one statement. */
export function showOverview({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Overview> {
  const promisedDays = termsAt(now.getTime()).reviewBusinessDays;
  // An application is overdue once the last promised day is over, as the applicant's dashboard says.
  const firstDayInTime = startOfBusinessDays(now, promisedDays + 1);
  return oneRow(
    db,
    sql`select
      (
        select json_build_object('waiting', count(*),
          'overdue', count(*) filter (where ${affiliates.dateCreated} < ${timestamptz(firstDayInTime)}))
        from ${affiliates} where ${isWaiting(affiliates)}
      ) as applications,
      (
        select count(*)::int from letters
        where exists (select 1 from mails where mails.letter_id = letters.id and mails.state = 'waiting')
      ) as letters_sending,
      (
        select json_build_object('proposed', ${payoutsIn('proposed')}, 'approved', ${payoutsIn('approved')},
          'returned', ${payoutsWith('returned')}, 'blocked', ${payoutsWith('blocked')})
        from ${payouts} where ${inArray(payouts.state, ['proposed', 'approved'])}
      ) as payouts,
      (select count(distinct purchase_id)::int from (${purchasesOnHold}) as held) as purchases_on_hold,
      (
        select json_build_object('given_up', count(*) filter (where ${isNull(webhookEvents.nextAttemptAt)}),
          'retrying', count(${webhookEvents.nextAttemptAt}), 'newest', ${newestFailedEvents})
        from ${webhookEvents} where ${isFailed}
      ) as failed_events,
      ${doublePurchases(now)} as bought_twice,
      ${unsentMails(now)} as mails,
      (
        select json_build_object('open', count(*) filter (where is_known),
          'overdue', count(*) filter (where is_known and ${isOverdue(now)}),
          'unknown', count(*) filter (where not is_known))
        from (select *, ${hasKnownOrder} as is_known from withdrawals where handled_at is null) as withdrawals
      ) as withdrawals,
      ${stuckActions(now, listedEvents)} as paypal_actions,
      ${recentViolations(now, listedViolations)} as policy_violations,
      (
        select json_build_object('first_day', ${reconciliations.firstDay}, 'last_day', ${reconciliations.lastDay},
          'differences', jsonb_array_length(${reconciliations.differences}), 'made_at', ${iso(sql`${reconciliations.madeAt}`)})
        from ${reconciliations}
        order by ${reconciliations.madeAt} desc, ${reconciliations.id} desc limit 1
      ) as reconciliation`,
    overviewShape,
  );
}

/** The number and the total amount of the open payouts in a state. PayPal has not reported their payments. */
function payoutsIn(state: 'proposed' | 'approved') {
  return payoutSumOf(and(eq(payouts.state, state), isNull(payouts.result)));
}

/** The same of the open payouts with a result. */
function payoutsWith(result: 'returned' | 'blocked') {
  return payoutSumOf(eq(payouts.result, result));
}

/** Aggregates over the selected payouts that meet a condition. */
function payoutSumOf(condition: SQL | undefined) {
  return sql`json_build_object(
    'count', count(*) filter (where ${condition}),
    'cents', coalesce(sum(${payouts.amountCents}) filter (where ${condition}), 0)
  )`;
}

/** The mails that were given up in the last 30 days, and the number of late mails. A letter shows its own progress. */
function unsentMails(now: Date) {
  const isGivenUp = isRetriable(now);
  return sql`json_build_object(
    'given_up', (select count(*) from mails where ${isGivenUp}),
    'newest', (
      select coalesce(json_agg(mail), '[]') from (
        select json_build_object('id', id, 'kind', kind, 'at', ${iso(sql`finished_at`)}, 'error', last_error) as mail
        from mails where ${isGivenUp}
        order by finished_at desc, id desc limit ${listedEvents}::int
      ) as newest
    ),
    'late', (
      select count(*) from mails
      where state = 'waiting' and letter_id is null
        and created_at <= ${timestamptz(new Date(now.getTime() - lateAfterMs))}
    ))`;
}

/**
 * Condition for a failed event. Its first part repeats the condition of the index on events that are not done, so that PostgreSQL
 * uses the index.
 */
const isFailed = and(
  sql.raw("webhook_events.state in ('received', 'failed')"),
  eq(webhookEvents.state, 'failed'),
);

/** JSON array of the failed events, newest first. */
const newestFailedEvents = sql`(
    select coalesce(json_agg(event), '[]') from (
      select ${eventSummaryJson} as event from ${webhookEvents} where ${isFailed}
      order by ${webhookEvents.receivedAt} desc, ${webhookEvents.id} desc limit ${listedEvents}::int
    ) as newest
  )`;
