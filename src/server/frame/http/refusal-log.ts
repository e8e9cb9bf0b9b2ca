import type { Log } from './types.ts';

/** More refusals than this within an hour are an error. Fewer may be forged webhooks of strangers. */
const maxRefusals = 4;
const hourMs = 60 * 60 * 1_000;

/**
 * Returns a function that logs a refused webhook. Many refusals are an error, because a wrong `PAYPAL_WEBHOOK_ID` or
 * `MAIL_WEBHOOK_SECRET` refuses all events.
 */
export function createRefusalLog(code = 'webhook-refused') {
  let recentTimes: number[] = [];
  return (log: Log, requestId: string, now: Date): void => {
    recentTimes = [...recentTimes, now.getTime()]
      .filter((at) => at > now.getTime() - hourMs)
      .slice(-maxRefusals - 1);
    log({ level: recentTimes.length <= maxRefusals ? 'warn' : 'error', code, requestId });
  };
}
