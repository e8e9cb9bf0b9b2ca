import * as z from 'zod/mini';
import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  lt,
  lte,
  sql,
  type SQL,
} from 'drizzle-orm';
import { firstPayoutMonthInTime, startOfBusinessDays } from '../../../shared/dates.ts';
import { termsAt } from '../../../shared/program.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates, isWaiting } from '../../frame/db/schema/affiliates.ts';
import { reconciliations } from '../../frame/db/schema/operations.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { webhookEvents } from '../../frame/db/schema/webhook-events.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { letters } from '../../frame/db/schema/newsletter.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { countIf, iso, nested, only } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { isRetriable } from './retry-mails.ts';
import { purchasesOnHold } from '../purchases/list-purchases.ts';
import { countOpenClaims } from './sale-claims.ts';
import { selectDoublePurchases } from './double-purchases.ts';
import { selectViolations, violationsShape } from './policy-violations.ts';
import { selectStuckActions, stuckActionsShape } from './stuck-actions.ts';
import { isOverdue } from '../../people/withdrawals/withdrawal.ts';
import { hasKnownOrder } from '../../people/buyers/withdrawal-order.ts';
import { eventColumns, eventSummary } from '../../money/purchases/event-summary.ts';

const payoutSum = z.object({
  count: z.number(),
  cents: z.number().check(z.describe('The total amount in US cents')),
});

const openPayoutSum = z.extend(payoutSum, {
  overdue: z
    .number()
    .check(z.describe('Of these, those unpaid on the 25th (UTC) after the statement’s month')),
});

/** The numbers of everything that waits for an admin. Dates are ISO 8601 UTC. */
export const overviewShape = z
  .object({
    applications: z.object({
      waiting: z.number().check(z.describe('Applications without a decision, also those that are overdue')),
      overdue: z.number().check(z.describe('Applications that have waited longer than the terms promise')),
    }),
    payouts: z.object({
      proposed: openPayoutSum.check(z.describe('Payouts to approve')),
      approved: openPayoutSum.check(z.describe('Payouts to pay')),
      returned: payoutSum.check(z.describe('Payouts to reject, because PayPal returned the money')),
      blocked: payoutSum.check(z.describe('Payouts to reject, because PayPal blocked the payment')),
    }),
    letters_sending: z.number().check(z.describe('Letters with emails that are not sent yet')),
    purchases_on_hold: z.number().check(z.describe('Purchases with a commission on hold')),
    bought_twice: z.object({
      count: z
        .number()
        .check(
          z.describe(
            'Purchases of the last 14 days whose payer had bought the same plan within a day before',
          ),
        ),
      order_id: z.nullable(z.string()).check(z.describe('PayPal’s ID of the newest of them')),
    }),
    failed_events: z.object({
      given_up: z.number().check(z.describe('PayPal’s events that are not retried anymore')),
      retrying: z.number().check(z.describe('PayPal’s events that failed and are retried')),
      newest: z.array(eventSummary).check(z.describe('The newest of both')),
    }),
    mails: z.object({
      given_up: z.number().check(z.describe('Emails that were given up on in the last 30 days')),
      newest: z
        .array(
          z.object({
            id: z.string(),
            kind: z.string().check(z.describe('The kind of email, such as `receipt`')),
            at: z.iso.datetime().check(z.describe('When the email was given up on')),
            error: z.nullable(z.string()).check(z.describe('The last error, without the address')),
          }),
        )
        .check(z.describe('The newest of these')),
      late: z.number().check(z.describe('Emails that have waited longer than 15 minutes, except letters')),
    }),
    withdrawals: z.object({
      open: z.number().check(z.describe('Unhandled requests of every kind that have a known order')),
      overdue: z.number().check(z.describe('Of these, those older than 14 days')),
      unknown: z.number().check(z.describe('Unhandled requests of every kind without a known order')),
    }),
    paypal_actions: stuckActionsShape,
    sale_claims: z.number().check(z.describe('Missing sales that affiliates reported')),
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

/** The number of failed events, unsent mails, PayPal actions and missing sales that an overview lists, and of violations. */
const listedEvents = 10;
const listedViolations = 20;

/** A mail is late after this long, in milliseconds. The job sends mails every minute. */
const lateAfterMs = 15 * 60_000;

/** Counts everything that waits for an admin, in one round trip. */
export async function showOverview({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Overview> {
  const [
    applications,
    lettersSending,
    openPayouts,
    onHold,
    boughtTwice,
    failedEvents,
    newestEvents,
    unsent,
    openWithdrawals,
    actions,
    openClaims,
    violations,
    [reconciliation],
  ] = await db.atomically((tx) => [
    selectApplications(tx, now),
    tx.select({ count: count() }).from(letters).where(isSending(tx)),
    tx
      .select({
        proposed: payoutsIn('proposed', now),
        approved: payoutsIn('approved', now),
        returned: payoutsWith('returned'),
        blocked: payoutsWith('blocked'),
      })
      .from(payouts)
      .innerJoin(statements, eq(statements.id, payouts.statementId))
      .where(inArray(payouts.state, ['proposed', 'approved'])),
    selectOnHold(tx),
    selectDoublePurchases(tx, now),
    tx
      .select({
        given_up: countIf(isNull(webhookEvents.nextAttemptAt)),
        retrying: count(webhookEvents.nextAttemptAt),
      })
      .from(webhookEvents)
      .where(isFailed),
    tx
      .select(eventColumns)
      .from(webhookEvents)
      .where(isFailed)
      .orderBy(desc(webhookEvents.receivedAt), desc(webhookEvents.id))
      .limit(listedEvents),
    selectUnsentMails(tx, now),
    selectOpenWithdrawals(tx, now),
    selectStuckActions(tx, now, listedEvents),
    countOpenClaims(tx),
    selectViolations(tx, now, listedViolations),
    tx
      .select({
        first_day: reconciliations.firstDay,
        last_day: reconciliations.lastDay,
        differences: sql<number>`jsonb_array_length(${reconciliations.differences})`,
        made_at: iso(reconciliations.madeAt),
      })
      .from(reconciliations)
      .orderBy(desc(reconciliations.madeAt), desc(reconciliations.id))
      .limit(1),
  ]);
  return {
    applications: only(applications),
    letters_sending: only(lettersSending).count,
    payouts: only(openPayouts),
    purchases_on_hold: only(onHold).count,
    bought_twice: only(boughtTwice),
    failed_events: { ...only(failedEvents), newest: newestEvents },
    mails: unsent,
    withdrawals: only(openWithdrawals),
    paypal_actions: actions,
    sale_claims: only(openClaims).count,
    policy_violations: violations,
    reconciliation: reconciliation ?? null,
  };
}

function selectApplications(tx: Statements, now: Date) {
  const promisedDays = termsAt(now.getTime()).reviewBusinessDays;
  // An application is overdue once the last promised day is over, as the applicant's dashboard says.
  const firstDayInTime = startOfBusinessDays(now, promisedDays + 1);
  return tx
    .select({ waiting: count(), overdue: countIf(lt(affiliates.dateCreated, firstDayInTime)) })
    .from(affiliates)
    .where(isWaiting(affiliates));
}

/** SQL condition: mails of the letter wait. */
function isSending(tx: Statements) {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(mails)
      .where(and(eq(mails.letterId, letters.id), eq(mails.state, 'waiting'))),
  );
}

function selectOnHold(tx: Statements) {
  const held = purchasesOnHold.as('held');
  return tx.select({ count: countDistinct(held.purchaseId) }).from(held);
}

function selectOpenWithdrawals(tx: Statements, now: Date) {
  const open = tx
    .select({
      isKnown: nested(sql<boolean>`${hasKnownOrder}`).as('is_known'),
      isOverdue: nested(sql<boolean>`${isOverdue(now)}`).as('is_overdue'),
    })
    .from(withdrawals)
    .where(isNull(withdrawals.handledAt))
    .as('open');
  return tx
    .select({
      open: countIf(sql`${open.isKnown}`),
      overdue: countIf(sql`${open.isKnown} and ${open.isOverdue}`),
      unknown: countIf(sql`not ${open.isKnown}`),
    })
    .from(open);
}

/** The number and the total amount of the open payouts in a state, and how many of them are late. PayPal has not reported their payments. */
function payoutsIn(state: 'proposed' | 'approved', now: Date) {
  const isOpen = and(eq(payouts.state, state), isNull(payouts.result));
  const isLate = and(isOpen, lt(statements.month, `${firstPayoutMonthInTime(now)}-01`));
  return { ...payoutSumOf(isOpen), overdue: countIf(isLate) };
}

/** The same numbers for the open payouts with a result. */
function payoutsWith(result: 'returned' | 'blocked') {
  return payoutSumOf(eq(payouts.result, result));
}

/** Aggregates over the selected payouts that meet a condition. */
function payoutSumOf(condition: SQL | undefined) {
  return {
    count: countIf(condition),
    cents: sql<number>`coalesce(sum(${payouts.amountCents}) filter (where ${condition}), 0)::int`,
  };
}

/** Selects the mails given up in the last 30 days, and counts the late ones. A letter shows its own progress. */
function selectUnsentMails(tx: Statements, now: Date) {
  const isGivenUp = isRetriable(now);
  const isLate = and(
    eq(mails.state, 'waiting'),
    isNull(mails.letterId),
    lte(mails.createdAt, new Date(now.getTime() - lateAfterMs)),
  );
  const statements = [
    tx.select({ count: count() }).from(mails).where(isGivenUp),
    tx
      .select({
        id: mails.id,
        kind: mails.kind,
        at: iso<string>(sql`${mails.finishedAt}`),
        error: mails.lastError,
      })
      .from(mails)
      .where(isGivenUp)
      .orderBy(desc(mails.finishedAt), desc(mails.id))
      .limit(listedEvents),
    tx.select({ count: count() }).from(mails).where(isLate),
  ] as const;
  return new StatementGroup(statements, ([givenUp, newest, late]) => ({
    given_up: only(givenUp).count,
    newest,
    late: only(late).count,
  }));
}

/**
 * Condition for a failed event. Its first part repeats the condition of the index on events that are not done, so that PostgreSQL
 * uses the index.
 */
const isFailed = and(
  sql.raw("webhook_events.state in ('received', 'failed')"),
  eq(webhookEvents.state, 'failed'),
);
