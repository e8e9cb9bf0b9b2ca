import type { AnswerOf } from '../../../client/api.ts';
import { dayRange } from '../../../shared/dates.ts';
import { overviewMessages as texts } from '../../../shared/messages/overview.ts';
import { formatUsd } from '../../../shared/money.ts';
import { neededService } from '../../../shared/policy-violations.ts';
import { withdrawalDays } from '../../../shared/withdrawals.ts';

export type Overview = AnswerOf<'GET /api/admin/overview'>;

/** A line of the overview: so many things wait on a screen. */
export interface WaitingLine {
  readonly number: number;
  /** The text after the number. */
  readonly text: string;
  readonly detail?: string;
  readonly href: string;
  readonly isOverdue?: true;
}

/** The ids of the sections below the lines. */
export const sectionIds = {
  failedEvents: 'failed-events',
  unsentMails: 'unsent-mails',
  withdrawals: 'withdrawals',
  stuckActions: 'paypal-actions',
  saleClaims: 'sale-claims',
  violations: 'violations',
} as const;

/** Returns the address of the screen with the purchase that has an order number. */
export function purchasePath(orderId: string): string {
  return `/purchases-admin?${new URLSearchParams({ q: orderId }).toString()}`;
}

/** Marks a line with payouts if some of them are overdue. */
function overdueMark(payouts: number): Pick<WaitingLine, 'detail' | 'isOverdue'> {
  return payouts > 0 ? { detail: texts.payoutsOverdue(payouts), isOverdue: true } : {};
}

/** The applications that wait, the oldest first by default. */
const applicationsPath = '/affiliate-admin?state=waiting';

/** Returns the lines of everything that waits, the most urgent first. `promisedDays` is the time for a review. */
export function waitingLines(overview: Overview, promisedDays: number): readonly WaitingLine[] {
  const { applications, payouts, purchases_on_hold: onHold, reconciliation } = overview;
  const { bought_twice: twice, sale_claims: sales } = overview;
  const { overdue } = applications;
  const toReview = applications.waiting - overdue;
  const { proposed, approved, returned, blocked } = payouts;
  const { given_up: givenUp, retrying } = overview.failed_events;
  const { given_up: unsent, late } = overview.mails;
  const { open: openWithdrawals, overdue: overdueWithdrawals, unknown } = overview.withdrawals;
  const toHandle = openWithdrawals - overdueWithdrawals;
  const { refused, late: lateActions } = overview.paypal_actions;
  const blockedHosts = overview.policy_violations.filter(({ host }) => neededService(host)).length;
  const differences = reconciliation?.differences ?? 0;
  const lines: readonly WaitingLine[] = [
    {
      number: blockedHosts,
      text: texts.neededHosts(blockedHosts),
      detail: texts.neededHostsDetail,
      href: `#${sectionIds.violations}`,
      isOverdue: true,
    },
    {
      number: overdueWithdrawals,
      text: texts.withdrawalsOverdue(overdueWithdrawals),
      detail: texts.withdrawalsDue(withdrawalDays),
      href: `#${sectionIds.withdrawals}`,
      isOverdue: true,
    },
    {
      number: toHandle,
      text: texts.withdrawals(toHandle, overdueWithdrawals > 0),
      href: `#${sectionIds.withdrawals}`,
    },
    { number: unknown, text: texts.withdrawalsUnknown(unknown), href: `#${sectionIds.withdrawals}` },
    {
      number: overdue,
      text: texts.overdue(overdue),
      detail: texts.promised(promisedDays),
      href: applicationsPath,
      isOverdue: true,
    },
    { number: toReview, text: texts.toReview(toReview, overdue > 0), href: applicationsPath },
    {
      number: proposed.count,
      text: texts.toApprove(proposed.count, formatUsd(proposed.cents)),
      href: '/payouts?state=proposed',
      ...overdueMark(proposed.overdue),
    },
    {
      number: approved.count,
      text: texts.toPay(approved.count, formatUsd(approved.cents)),
      href: '/payouts?state=approved',
      ...overdueMark(approved.overdue),
    },
    {
      number: returned.count,
      text: texts.payoutsReturned(returned.count, formatUsd(returned.cents)),
      href: '/payouts?state=returned',
    },
    {
      number: blocked.count,
      text: texts.payoutsBlocked(blocked.count, formatUsd(blocked.cents)),
      href: '/payouts?state=blocked',
    },
    { number: sales.open, text: texts.missingSales(sales.open), href: `#${sectionIds.saleClaims}` },
    { number: onHold, text: texts.onHold(onHold), href: '/purchases-admin?state=hold' },
    {
      number: twice.count,
      text: texts.boughtTwice(twice.count),
      detail: texts.boughtTwiceDetail,
      href: purchasePath(twice.order_id ?? ''),
    },
    {
      number: givenUp + retrying,
      text: texts.failedEvents(givenUp + retrying),
      detail: texts.eventStates(givenUp, retrying),
      href: `#${sectionIds.failedEvents}`,
    },
    { number: refused, text: texts.actionsRefused(refused), href: `#${sectionIds.stuckActions}` },
    {
      number: lateActions,
      text: texts.actionsLate(lateActions),
      detail: texts.actionsLateDetail,
      href: `#${sectionIds.stuckActions}`,
    },
    { number: unsent, text: texts.mailsGivenUp(unsent), href: `#${sectionIds.unsentMails}` },
    {
      number: late,
      text: texts.mailsLate(late),
      detail: texts.mailsLateDetail,
      href: `#${sectionIds.unsentMails}`,
    },
    {
      number: differences,
      text: texts.differences(differences),
      ...(reconciliation && {
        detail: dayRange(reconciliation.first_day, reconciliation.last_day),
      }),
      href: '/purchases-admin#reconciliation',
    },
  ];
  return lines.filter(({ number }) => number > 0);
}
