/** What capturing an approved order came to. */
export type CaptureOutcome = 'paid' | 'declined' | 'failed' | 'unknown';

interface ProviderError {
  readonly status?: unknown;
  readonly details?: unknown;
}

const issueOf = ({ details }: ProviderError): string | null => {
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  return typeof first === 'object' && first !== null && 'issue' in first ? String(first.issue) : null;
};

const issues = /INSTRUMENT_DECLINED|ORDER_ALREADY_CAPTURED|UNPROCESSABLE_ENTITY/;

/**
 * Reads what `actions.order.capture()` gave, resolved or rejected. `declined`: another way to pay may
 * work. `failed`: the provider refused and nothing was charged. `unknown`: it did not say.
 */
export const captureOutcome = (answer: unknown): CaptureOutcome => {
  if (typeof answer !== 'object' || answer === null) return 'unknown';
  const issue =
    issueOf(answer) ?? (answer instanceof Error ? (issues.exec(answer.message)?.[0] ?? null) : null);
  if (issue === 'ORDER_ALREADY_CAPTURED') return 'paid';
  if (issue === 'INSTRUMENT_DECLINED') return 'declined';
  if (issue) return 'failed';
  const { status } = answer as ProviderError;
  if (status === 'COMPLETED') return 'paid';
  return typeof status === 'string' ? 'failed' : 'unknown';
};
