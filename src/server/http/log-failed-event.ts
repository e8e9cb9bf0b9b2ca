import { errorFields } from '../../shared/error-fields.ts';
import { toProblem } from './errors.ts';
import type { Log } from './types.ts';

/** What is told of an event that could not be processed. */
interface FailedEvent {
  readonly type: string;
  readonly attempts: number;
  readonly isGivenUp: boolean;
  readonly error: unknown;
}

/** What fails as often as this did so for an hour, and wants somebody to look at it. */
const oftenFailed = 7;

/**
 * Logs an event of the payment provider's that could not be processed; nobody is answered with it. A provider that is away, or
 * does not show yet what it announced, is worth a warning; a mistake of ours, or what does not end, an error.
 */
export const logFailedEvent = (
  log: Log,
  by: Readonly<Record<string, string>>,
  { type, attempts, isGivenUp, error }: FailedEvent,
): void => {
  const isOurs = toProblem(error).code === 'internal-error';
  log({
    level: isOurs || attempts >= oftenFailed ? 'error' : 'warn',
    ...by,
    code: isGivenUp ? 'event-given-up' : 'event-failed',
    ...{ type, attempts },
    ...errorFields(error),
  });
};
