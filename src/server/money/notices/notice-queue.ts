import { eq, sql } from 'drizzle-orm';
import type { PaymentOrigin } from '../../frame/context/paypal.ts';
import { notices } from '../../frame/db/schema/notices.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { type ClaimOf, leaseOf } from '../../frame/queue/queue.ts';

const isItsPurchase = eq(purchases.id, notices.purchaseId);

const claimedColumns = {
  id: notices.id,
  attempts: notices.attempts,
  lease: leaseOf(notices),
  purchase_id: notices.purchaseId,
  noticed_for: notices.notifiedFor,
  /** PayPal's order or subscription. */
  order_id: sql<string>`(select ${purchases.providerId} from ${purchases} where ${isItsPurchase})`,
  type: sql<PaymentOrigin['type']>`(select ${purchases.type} from ${purchases} where ${isItsPurchase})`,
};

/** The purchases that may need a mail about their renewal or the end of their year. */
export const noticeQueue = {
  table: notices,
  isOpen: sql`${notices.dueAt} is not null`,
  // A subscription that somebody is cancelling gets no mail. If PayPal refuses the cancellation, it does.
  mayClaim: sql`not exists (
    select from ${paypalActions}
    where ${paypalActions.purchaseId} = ${notices.purchaseId} and ${paypalActions.kind} = 'cancel'
      and ${paypalActions.state} = 'waiting'
  )`,
  dueAt: notices.dueAt,
  columns: () => claimedColumns,
  /** The last attempt is after the renewal. */
  maxAttempts: 200,
  afterFailure: (next: Date | null) => ({ dueAt: next }),
};

/** A row that is leased to this worker. */
export type ClaimedNotice = ClaimOf<typeof noticeQueue>;
