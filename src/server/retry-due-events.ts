import { randomUUID } from 'node:crypto';
import { type Services, newContext } from './context.ts';
import type { FailedEvent } from './webhooks/process-event.ts';
import { type Retried, retryEvents } from './webhooks/retry-events.ts';

/** A scheduled function may run for half a minute, and an event may take a third of that. */
const beginsWithinMs = 12_000;

/** Workers of one run; each has one event at a time. */
const workers = 4;

/** Retries the provider's events that are due, as far as one run of a scheduled function comes; tells of each that failed. */
export const retryDueEvents = async (
  services: Services,
  onFailed: (event: FailedEvent) => void,
): Promise<Retried> => {
  const until = services.now().getTime() + beginsWithinMs;
  const begin = () => newContext(services, randomUUID());
  const counts = await Promise.all(
    Array.from({ length: workers }, () => retryEvents(begin, until, onFailed)),
  );
  return {
    done: counts.reduce((sum, { done }) => sum + done, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
};
