import { firstPayoutMonthInTime } from '../../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../../shared/messages/payouts.ts';
import { formatUsd } from '../../../../shared/money.ts';
import { count } from '../../../../shared/text.ts';
import type { AnswerOf } from '../../../../client/api.ts';

export type Payouts = AnswerOf<'GET /api/payouts'>;

/** A payout as the API returns it to admins. Amounts are US cents. `month` is the month of the statement, as `YYYY-MM`. */
export type PayoutRecord = Payouts['payouts'][number];

/**
 * The payouts of a month, added up by the step that they have reached.
 * returned, blocked, unclaimed: what PayPal did
 * rejected: an admin returned them to the balance
 */
export type PayoutRun = NonNullable<Payouts['run']>;

/** A number of payouts, and their amount in US cents. */
type PayoutSum = PayoutRun['paid'];

/** A step that an admin takes. A month closes by itself. */
export type RunAction = keyof typeof texts.notYet;

export interface PayoutStep {
  readonly name: 'close' | RunAction;
  /** The payouts that wait for this step. */
  readonly waiting: PayoutSum;
  /** The payouts that have passed this step. */
  readonly passed: PayoutSum;
}

/** Returns the steps of a month in their order. */
export function payoutSteps(run: PayoutRun): readonly PayoutStep[] {
  const { proposed, approved, exported, paid, rejected } = run;
  const sent = add([paid, run.unclaimed, run.returned, run.blocked]);
  return [
    { name: 'close', waiting: noPayouts, passed: add([proposed, approved, exported, sent, rejected]) },
    { name: 'approve', waiting: proposed, passed: add([approved, exported, sent]) },
    { name: 'export', waiting: approved, passed: add([exported, sent]) },
    { name: 'pay', waiting: exported, passed: paid },
  ];
}

const noPayouts: PayoutSum = { count: 0, cents: 0 };

function add(sums: readonly PayoutSum[]): PayoutSum {
  return {
    count: sums.reduce((total, sum) => total + sum.count, 0),
    cents: sums.reduce((total, sum) => total + sum.cents, 0),
  };
}

/** Returns the index of the first step that payouts wait for, or the number of steps if none waits. */
export function currentStep({ closed_at }: PayoutRun, steps: readonly PayoutStep[]): number {
  if (closed_at === null && !hasPayouts(steps)) return 0;
  const index = steps.findIndex(({ waiting }) => waiting.count > 0);
  return index === -1 ? steps.length : index;
}

/** True if a month has payouts in any state. */
function hasPayouts([close]: readonly PayoutStep[]): boolean {
  return close !== undefined && close.passed.count > 0;
}

/** Returns the heading of a month: `November 2026: 1 payout of $259.00 to approve`, with a word if that is overdue. */
export function runHeading(run: PayoutRun, steps: readonly PayoutStep[], month: string, now: Date): string {
  const step = steps[currentStep(run, steps)];
  if (!step)
    return `${month}: ${waitingResults(run) ?? (hasPayouts(steps) ? texts.allDone : texts.noPayouts)}`;
  if (step.name === 'close') return `${month}: ${texts.notClosed}`;
  const overdue = run.month < firstPayoutMonthInTime(now) ? texts.overdue : '';
  return `${month}: ${payoutSum(step.waiting)} ${texts.waiting[step.name]}${overdue}`;
}

/** Returns the payouts that wait once all steps are done: first for the admin, then for their recipients. */
function waitingResults({ returned, blocked, unclaimed }: PayoutRun): string | undefined {
  const toReturnToBalance = add([returned, blocked]);
  if (toReturnToBalance.count > 0) return `${payoutSum(toReturnToBalance)} ${texts.toReturnToBalance}`;
  return unclaimed.count > 0 ? `${payoutSum(unclaimed)} ${texts.results.unclaimed.toLowerCase()}` : undefined;
}

/** `2 payouts, $300.00`. */
export function sumLine({ count: number, cents }: PayoutSum): string {
  return `${count(number, 'payout')}, ${formatUsd(cents)}`;
}

/** `1 payout of $259.00`, or `2 payouts of $300.00 in total`. */
export function payoutSum({ count: number, cents }: PayoutSum, noun = 'payout'): string {
  return `${count(number, noun)} of ${formatUsd(cents)}${number === 1 ? '' : ' in total'}`;
}

/** Returns the label of a step's button: `Approve 1 payout of $259.00…`, or `Export 12 payouts…`. */
export function stepLabel(name: RunAction, waiting: PayoutSum): string {
  if (name === 'pay') return texts.paidAtPayPal(waiting.count);
  const payouts = waiting.count === 1 ? payoutSum(waiting) : count(waiting.count, 'payout');
  return `${texts.steps[name]} ${waiting.count === 0 ? 'payouts' : payouts}…`;
}

/** The limit `bulkRecords` of the API. The screen does not load all limits for it. */
export const MAX_PAYOUTS = 500;

/** Returns the payouts that can be approved: those with a payment email, and without a payment under way at PayPal. */
export function approvablePayouts(payouts: readonly PayoutRecord[]): readonly PayoutRecord[] {
  return payouts.filter(
    ({ state, payout_email, result }) => state === 'proposed' && payout_email !== null && result === null,
  );
}

/** Adds up payouts. */
export function sumOf(payouts: readonly Pick<PayoutRecord, 'amount_cents'>[]): PayoutSum {
  return add(payouts.map(({ amount_cents: cents }) => ({ count: 1, cents })));
}

/**
 * Names the warnings of payouts: `2 payouts: first payout; 1: payment email changed`. Returns an empty text if there are no
 * warnings.
 */
export function namedWarnings(payouts: readonly Pick<PayoutRecord, 'anomalies'>[]): string {
  return Object.entries(texts.warnings)
    .map(([code, name]) => ({
      name,
      flagged: payouts.filter(({ anomalies }) => anomalies.some((anomaly) => anomaly.code === code)).length,
    }))
    .filter(({ flagged }) => flagged > 0)
    .map(({ name, flagged }, index) => `${index === 0 ? count(flagged, 'payout') : String(flagged)}: ${name}`)
    .join('; ');
}
