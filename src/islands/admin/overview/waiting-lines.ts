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

type Mark = Pick<WaitingLine, 'detail' | 'isOverdue'>;

/** Marks a line with payouts if some of them are overdue. */
function overdueMark(payouts: number): Mark {
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
  const { given_up: givenUp, retrying } = overview.failed_events;
  const failed = givenUp + retrying;
  const { given_up: unsent, late } = overview.mails;
  const { open: openWithdrawals, overdue: overdueWithdrawals, unknown } = overview.withdrawals;
  const toHandle = openWithdrawals - overdueWithdrawals;
  const { refused, late: lateActions } = overview.paypal_actions;
  const blockedHosts = overview.policy_violations.filter(({ host }) => neededService(host)).length;
  const differences = reconciliation?.differences ?? 0;
  const payoutLine = (
    state: 'proposed' | 'approved' | 'returned' | 'blocked',
    text: typeof texts.toApprove,
    late = 0,
  ) => {
    const { count, cents } = payouts[state];
    return line(count, text(count, formatUsd(cents)), `/payouts?state=${state}`, overdueMark(late));
  };
  const reconciled = reconciliation && dayRange(reconciliation.first_day, reconciliation.last_day);
  const lines: readonly WaitingLine[] = [
    line(blockedHosts, texts.neededHosts(blockedHosts), at('violations'), {
      detail: texts.neededHostsDetail,
      isOverdue: true,
    }),
    line(overdueWithdrawals, texts.withdrawalsOverdue(overdueWithdrawals), at('withdrawals'), {
      detail: texts.withdrawalsDue(withdrawalDays),
      isOverdue: true,
    }),
    line(toHandle, texts.withdrawals(toHandle, overdueWithdrawals > 0), at('withdrawals')),
    line(unknown, texts.withdrawalsUnknown(unknown), at('withdrawals')),
    line(overdue, texts.overdue(overdue), applicationsPath, {
      detail: texts.promised(promisedDays),
      isOverdue: true,
    }),
    line(toReview, texts.toReview(toReview, overdue > 0), applicationsPath),
    payoutLine('proposed', texts.toApprove, payouts.proposed.overdue),
    payoutLine('approved', texts.toPay, payouts.approved.overdue),
    payoutLine('returned', texts.payoutsReturned),
    payoutLine('blocked', texts.payoutsBlocked),
    line(sales, texts.missingSales(sales), at('saleClaims')),
    line(onHold, texts.onHold(onHold), '/purchases-admin?state=hold'),
    line(twice.count, texts.boughtTwice(twice.count), purchasePath(twice.order_id ?? ''), {
      detail: texts.boughtTwiceDetail,
    }),
    line(failed, texts.failedEvents(failed), at('failedEvents'), {
      detail: texts.eventStates(givenUp, retrying),
    }),
    line(refused, texts.actionsRefused(refused), at('stuckActions')),
    line(lateActions, texts.actionsLate(lateActions), at('stuckActions'), {
      detail: texts.actionsLateDetail,
    }),
    line(unsent, texts.mailsGivenUp(unsent), at('unsentMails')),
    line(late, texts.mailsLate(late), at('unsentMails'), { detail: texts.mailsLateDetail }),
    line(
      differences,
      texts.differences(differences),
      '/purchases-admin#reconciliation',
      reconciled ? { detail: reconciled } : {},
    ),
  ];
  return lines.filter(({ number }) => number > 0);
}

function line(number: number, text: string, href: string, more: Mark = {}): WaitingLine {
  return { number, text, href, ...more };
}

/** Returns the address of a section below the lines. */
function at(section: keyof typeof sectionIds): string {
  return `#${sectionIds[section]}`;
}
