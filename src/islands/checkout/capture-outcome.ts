import type { CheckoutResult } from '../../shared/checkout-result.ts';

/** The result of capturing an approved order. */
export type CaptureOutcome =
  | Exclude<CheckoutResult, 'subscribed'>
  | 'captured'
  | 'declined'
  | 'failed'
  | 'unknown';

/**
 * Reads the result or the error of `actions.order.capture()` or `get()`:
 * - `paid`: the money has arrived; `pending`: it arrives later.
 * - `captured`: an earlier call captured the order. The order has the result.
 * - `declined`: another way to pay may work.
 * - `failed`: PayPal refused, and nothing was charged.
 * - `unknown`: PayPal's answer is missing.
 */
export function captureOutcome(answer: unknown): CaptureOutcome {
  const issue = issueIn(answer);
  if (issue === 'ORDER_ALREADY_CAPTURED') return 'captured';
  if (issue === 'INSTRUMENT_DECLINED') return 'declined';
  if (issue) return 'failed';
  const states = captureStates(answer);
  if (states.length > 0 && states.every(isRefused)) return 'failed';
  const status = fieldIn(answer, 'status');
  if (status === 'COMPLETED')
    return states.includes('PENDING') && !states.includes('COMPLETED') ? 'pending' : 'paid';
  return typeof status === 'string' ? 'failed' : 'unknown';
}

/**
 * Returns PayPal's issue code. It is in the answer, in an error with the answer as `data`, or in an error's message: errors from
 * the SDK's frame keep only the message, which starts with the code or contains the answer as JSON.
 */
function issueIn(answer: unknown): string | null {
  for (const holder of [answer, fieldIn(answer, 'data')]) {
    const details = fieldIn(holder, 'details');
    const issue = Array.isArray(details) ? fieldIn(details[0], 'issue') : undefined;
    if (typeof issue === 'string') return issue;
  }
  const message = answer instanceof Error ? answer.message : '';
  return /"issue":\s*"([A-Z_]+)"/.exec(message)?.[1] ?? /^([A-Z]+_[A-Z_]+): /.exec(message)?.[1] ?? null;
}

/** Returns the states of an order's captures. A completed order may contain a declined capture. */
function captureStates(order: unknown): unknown[] {
  return asList(fieldIn(order, 'purchase_units'))
    .flatMap((unit) => asList(fieldIn(fieldIn(unit, 'payments'), 'captures')))
    .map((capture) => fieldIn(capture, 'status'));
}

function isRefused(state: unknown): boolean {
  return state === 'DECLINED' || state === 'FAILED' || state === 'DENIED';
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
