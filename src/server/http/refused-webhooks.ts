import type { Log } from './types.ts';

/** Refusals within an hour, of one process, that are more than a stranger's try. */
const many = 5;
const hourMs = 60 * 60 * 1_000;

/**
 * Logs webhooks that are refused. A wrong `PAYPAL_WEBHOOK_ID` refuses all of PayPal's events, so many refusals within an
 * hour are an error.
 */
export const createRefusalLog = () => {
  let recent: number[] = [];
  return (log: Log, requestId: string, now: Date): void => {
    recent = [...recent, now.getTime()].filter((at) => at > now.getTime() - hourMs).slice(-many);
    log({ level: recent.length < many ? 'warn' : 'error', code: 'webhook-refused', requestId });
  };
};
