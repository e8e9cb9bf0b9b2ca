import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { endLease, failAttempt } from '../../frame/queue/queue.ts';
import type { BuyerAccount } from '../purchases/buyer-account.ts';
import { queueNotice } from '../purchases/queue-notices.ts';
import { syncPurchase } from '../purchases/sync-purchase.ts';
import { findUpcomingNotice, type UpcomingNotice, wasNotified } from '../purchases/upcoming-notice.ts';
import { updateBuyer } from '../purchases/update-buyer.ts';
import { type ClaimedNotice, noticeQueue } from './notice-queue.ts';

/** The decision about a purchase: the mail that is due, if any, and when the job looks again. */
interface Decision {
  readonly mail: UpcomingNotice | null;
  readonly dueAt: Date | null;
}

/** The result of an attempt. `error` is the reason why the row waits. */
export interface NoticeResult {
  readonly state: 'queued' | 'not-due' | 'waiting';
  readonly error?: unknown;
}

/**
 * Updates our records of a claimed purchase from PayPal, and queues the mail that is due then. After any failure the row
 * waits. If the records change, `scheduleNotices` ends the lease and makes the row due again, and this worker's end does nothing.
 */
export async function processNotice(context: Context, claimed: ClaimedNotice): Promise<NoticeResult> {
  try {
    const { type, order_id: providerId } = claimed;
    if (type === 'subscription') await syncPurchase(context, { type, providerId });
    const { mail, dueAt } = await queueIfDue(context, claimed);
    if (mail) return { state: 'queued' };
    await endLease(noticeQueue, context, claimed, { dueAt, attempts: 0, lastError: null });
    return { state: 'not-due' };
  } catch (error) {
    await failAttempt(noticeQueue, context, claimed, error instanceof Error ? error.message : String(error));
    return { state: 'waiting', error };
  }
}

async function queueIfDue(context: Context, claimed: ClaimedNotice): Promise<Decision> {
  const query = { reference: { ids: [claimed.purchase_id] }, codes: [] };
  const { result } = await updateBuyer(context, query, (buyer) => {
    const decision = decide(buyer, claimed, context.now);
    const { mail, dueAt } = decision;
    const statements = mail ? queueNotice(context, claimed, mail, dueAt) : [];
    return { buyer, result: decision, statements };
  });
  return result;
}

/** Days after a renewal until the job asks PayPal for the next one, if no event has announced it. */
const daysAfterRenewal = 1;

/** Days until the job asks PayPal again about a renewal that is over and not paid. */
const daysWhileUnpaid = 7;

function decide(account: BuyerAccount, claimed: ClaimedNotice, now: Date): Decision {
  const purchase = account.purchases.find(({ id }) => id === claimed.purchase_id);
  const notice = purchase ? findUpcomingNotice(account, purchase) : null;
  if (!notice) return { mail: null, dueAt: null };
  const nextDueAt = dueAfter(notice, now);
  if (notice.at <= now || wasNotified(notice, claimed.noticed_for)) return { mail: null, dueAt: nextDueAt };
  if (notice.dueAt > now) return { mail: null, dueAt: notice.dueAt };
  return { mail: notice, dueAt: nextDueAt };
}

/** Returns when the job looks at a purchase again after this mail, or null if nothing follows. */
function dueAfter({ kind, at }: UpcomingNotice, now: Date): Date | null {
  if (kind === 'year-ending') return null;
  return at <= now ? daysAfter(now, daysWhileUnpaid) : daysAfter(at, daysAfterRenewal);
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}
