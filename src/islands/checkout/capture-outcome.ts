/** What capturing an approved order came to. */
export type CaptureOutcome = 'paid' | 'declined' | 'failed' | 'unknown';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;

/** The provider's issue code, in an answer or in an error that carries the answer as `data`. */
const issueOf = (answer: unknown): string | null => {
  for (const holder of [answer, fieldOf(answer, 'data')]) {
    const details = fieldOf(holder, 'details');
    const issue = Array.isArray(details) ? fieldOf(details[0], 'issue') : undefined;
    if (typeof issue === 'string') return issue;
  }
  return null;
};

/**
 * Reads what `actions.order.capture()` gave, resolved or rejected. `declined`: another way to pay may
 * work. `failed`: the provider refused and nothing was charged. `unknown`: it did not say.
 */
export const captureOutcome = (answer: unknown): CaptureOutcome => {
  const issue = issueOf(answer);
  if (issue === 'ORDER_ALREADY_CAPTURED') return 'paid';
  if (issue === 'INSTRUMENT_DECLINED') return 'declined';
  if (issue) return 'failed';
  const status = fieldOf(answer, 'status');
  if (status === 'COMPLETED') return 'paid';
  return typeof status === 'string' ? 'failed' : 'unknown';
};
