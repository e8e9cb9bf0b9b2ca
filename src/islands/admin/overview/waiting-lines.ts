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

type LineExtras = Pick<WaitingLine, 'detail' | 'isOverdue'>;

/** Marks a line with payouts if some of them are overdue. */
function overdueMark(overdue: number): LineExtras {
  return overdue > 0 ? { detail: texts.payoutsOverdue(overdue), isOverdue: true } : {};
}

/** The applications that wait, the oldest first by default. */
const applicationsPath = '/affiliate-admin?state=waiting';

/** Returns the lines of everything that waits, the most urgent first. `promisedDays` is the time for a review. */
export function waitingLines(overview: Overview, promisedDays: number): readonly WaitingLine[] {
  const { applications, payouts, purchases_on_hold: onHold, reconciliation } = overview;
  const { bought_twice: boughtTwice, sale_claims: missingSales } = overview;
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
    overdueCount = 0,
  ) => {
    const { count, cents } = payouts[state];
    return waitingLine(
      count,
      text(count, formatUsd(cents)),
      `/payouts?state=${state}`,
      overdueMark(overdueCount),
    );
  };
  const reconciledDays = reconciliation && dayRange(reconciliation.first_day, reconciliation.last_day);
  const lines: readonly WaitingLine[] = [
    waitingLine(blockedHosts, texts.neededHosts(blockedHosts), sectionHref('violations'), {
      detail: texts.neededHostsDetail,
      isOverdue: true,
    }),
    waitingLine(
      overdueWithdrawals,
      texts.withdrawalsOverdue(overdueWithdrawals),
      sectionHref('withdrawals'),
      {
        detail: texts.withdrawalsDue(withdrawalDays),
        isOverdue: true,
      },
    ),
    waitingLine(toHandle, texts.withdrawals(toHandle, overdueWithdrawals > 0), sectionHref('withdrawals')),
    waitingLine(unknown, texts.withdrawalsUnknown(unknown), sectionHref('withdrawals')),
    waitingLine(overdue, texts.overdue(overdue), applicationsPath, {
      detail: texts.promised(promisedDays),
      isOverdue: true,
    }),
    waitingLine(toReview, texts.toReview(toReview, overdue > 0), applicationsPath),
    payoutLine('proposed', texts.toApprove, payouts.proposed.overdue),
    payoutLine('approved', texts.toPay, payouts.approved.overdue),
    payoutLine('returned', texts.payoutsReturned),
    payoutLine('blocked', texts.payoutsBlocked),
    waitingLine(missingSales, texts.missingSales(missingSales), sectionHref('saleClaims')),
    waitingLine(onHold, texts.onHold(onHold), '/purchases-admin?state=hold'),
    waitingLine(
      boughtTwice.count,
      texts.boughtTwice(boughtTwice.count),
      purchasePath(boughtTwice.order_id ?? ''),
      {
        detail: texts.boughtTwiceDetail,
      },
    ),
    waitingLine(failed, texts.failedEvents(failed), sectionHref('failedEvents'), {
      detail: texts.eventStates(givenUp, retrying),
    }),
    waitingLine(refused, texts.actionsRefused(refused), sectionHref('stuckActions')),
    waitingLine(lateActions, texts.actionsLate(lateActions), sectionHref('stuckActions'), {
      detail: texts.actionsLateDetail,
    }),
    waitingLine(unsent, texts.mailsGivenUp(unsent), sectionHref('unsentMails')),
    waitingLine(late, texts.mailsLate(late), sectionHref('unsentMails'), { detail: texts.mailsLateDetail }),
    waitingLine(
      differences,
      texts.differences(differences),
      '/purchases-admin#reconciliation',
      reconciledDays ? { detail: reconciledDays } : {},
    ),
  ];
  return lines.filter(({ number }) => number > 0);
}

function waitingLine(number: number, text: string, href: string, extras: LineExtras = {}): WaitingLine {
  return { number, text, href, ...extras };
}

/** Returns the address of a section below the lines. */
function sectionHref(section: keyof typeof sectionIds): string {
  return `#${sectionIds[section]}`;
}
