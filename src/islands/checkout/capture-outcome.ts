import type { Paid } from '../../shared/paid-mark.ts';

/** What capturing an approved order came to. */
export type CaptureOutcome = Exclude<Paid, 'subscribed'> | 'captured' | 'declined' | 'failed' | 'unknown';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;

/**
 * The provider's issue code, in an answer, in an error that carries the answer as `data`, or in the message of one: what
 * the SDK's own frame throws loses everything else on its way here, and has the code first or the answer as JSON.
 */
const issueOf = (answer: unknown): string | null => {
  for (const holder of [answer, fieldOf(answer, 'data')]) {
    const details = fieldOf(holder, 'details');
    const issue = Array.isArray(details) ? fieldOf(details[0], 'issue') : undefined;
    if (typeof issue === 'string') return issue;
  }
  const message = answer instanceof Error ? answer.message : '';
  return /"issue":\s*"([A-Z_]+)"/.exec(message)?.[1] ?? /^([A-Z]+_[A-Z_]+): /.exec(message)?.[1] ?? null;
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The states of the captures in an order: a declined card may be one of an order that is complete. */
const captureStates = (order: unknown): unknown[] =>
  asList(fieldOf(order, 'purchase_units'))
    .flatMap((unit) => asList(fieldOf(fieldOf(unit, 'payments'), 'captures')))
    .map((made) => fieldOf(made, 'status'));

const isRefused = (state: unknown): boolean =>
  state === 'DECLINED' || state === 'FAILED' || state === 'DENIED';

/**
 * Reads what `actions.order.capture()` or `get()` gave, resolved or rejected. `pending`: the money comes later.
 * `captured`: it was before, and the order itself says with what outcome. `declined`: another way to pay may work.
 * `failed`: the provider refused and nothing was charged. `unknown`: it did not say.
 */
export const captureOutcome = (answer: unknown): CaptureOutcome => {
  const issue = issueOf(answer);
  if (issue === 'ORDER_ALREADY_CAPTURED') return 'captured';
  if (issue === 'INSTRUMENT_DECLINED') return 'declined';
  if (issue) return 'failed';
  const states = captureStates(answer);
  if (states.length > 0 && states.every(isRefused)) return 'failed';
  const status = fieldOf(answer, 'status');
  if (status === 'COMPLETED')
    return states.includes('PENDING') && !states.includes('COMPLETED') ? 'pending' : 'paid';
  return typeof status === 'string' ? 'failed' : 'unknown';
};
