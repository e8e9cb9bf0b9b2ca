import { randomUUID } from 'node:crypto';
import { newContext } from '../../frame/context/context.ts';
import type { Services } from '../../frame/context/services.ts';
import { logFailedRecord } from '../../frame/http/log.ts';
import type { Log } from '../../frame/http/types.ts';
import { runQueue } from '../../frame/queue/run-queue.ts';
import { noticeQueue } from './notice-queue.ts';
import { type NoticeResult, processNotice } from './process-notice.ts';

/** The limits of a run. A run may take 25 seconds, and a purchase a third of that. */
const runLimits = { startWithinMs: 12_000, workers: 2 };

/**
 * Queues the mails that are due about renewals and the ends of years, and logs each purchase that has to wait, such as one about which
 * PayPal does not answer. Returns the number of each result.
 */
export async function runDueNotices(
  services: Services,
  log: Log,
): Promise<Readonly<Record<NoticeResult['state'], number>>> {
  const count = { queued: 0, 'not-due': 0, waiting: 0 };
  const job = 'send-notices';
  const onFailed = logFailedRecord(log, job);
  await runQueue(noticeQueue, services, { ...runLimits, onFailed }, () => async (claimed) => {
    const { state, error } = await processNotice(newContext(services, randomUUID()), claimed);
    count[state] += 1;
    if (state !== 'waiting') return;
    const { purchase_id: purchase, attempts } = claimed;
    const reason = error instanceof Error ? error.message : undefined;
    log({ level: 'warn', job, code: 'notice-waiting', purchase, attempts, reason });
  });
  return count;
}
