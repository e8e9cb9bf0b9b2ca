import * as z from 'zod/mini';
import { and, eq, gte, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../../shared/dates.ts';
import { normalizeEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import type { WithdrawalInput } from '../../../shared/schemas/withdrawal.ts';
import type { Context } from '../../frame/context/context.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { type ColumnsOf, insertIf, iso, lockKeys, only } from '../../frame/db/sql.ts';
import {
  assertWithin,
  countHitsFirst,
  isWithinLimits,
  networkCounter,
  targetCounter,
} from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { isOwnOrder, plainOrderNumber } from '../buyers/withdrawal-order.ts';

/** The answer to a request. Dates are ISO 8601 UTC. */
export const receivedWithdrawal = z.object({ id: z.string(), received_at: z.iso.datetime() });

export type ReceivedWithdrawal = z.infer<typeof receivedWithdrawal>;

const receivedColumns = {
  id: withdrawals.id,
  received_at: iso(withdrawals.receivedAt),
} satisfies ColumnsOf<ReceivedWithdrawal>;

/**
 * Stores a buyer's request and queues the mail that confirms it, in one batch. The same kind, name, order number and email on the same
 * day (UTC) are one request: a repetition stores nothing, writes no mail, and gets the first answer. Throws `too-many-requests` for
 * too many new requests from one network. A request over the limit of its email is stored without a mail, because anybody can use up
 * that limit.
 */
export async function recordWithdrawal(
  context: Context,
  { kind, name, order_number: orderNumber, email }: WithdrawalInput,
): Promise<ReceivedWithdrawal> {
  const { db, now, network } = context;
  const id = uuidv7();
  const key = normalizeEmail(email);
  const limit = limits.perTarget.withdrawalEmail;
  const byNetwork = networkCounter('buyers', network, now);
  const byEmail = targetCounter(`withdrawal:${key}`, limit, now);
  // Invented order numbers do not count against the real one, so the mail about it is sent.
  const byOrder = targetCounter(`withdrawal:${key}:${plainOrderNumber(orderNumber)}`, limit, now);
  const isSameToday = and(
    eq(withdrawals.kind, kind),
    sql`normalise_email(${withdrawals.email}) = ${key}`,
    sql`lower(${withdrawals.email}) = lower(${email}::text)`,
    sql`lower(${withdrawals.name}) = lower(${name}::text)`,
    sql`lower(${withdrawals.orderNumber}) = lower(${orderNumber}::text)`,
    gte(withdrawals.receivedAt, new Date(now.getTime() - (now.getTime() % dayMs))),
  );
  const isNew = sql`not exists (select from ${withdrawals} where ${isSameToday})`;
  const isFromBuyer = sql`exists (select from ${purchases} where ${isOwnPurchase(email)})`;
  const row = { id, kind, name, email, orderNumber, receivedAt: now, isFromBuyer };
  const hasOwnOrder = sql`${purchases.id} is not null`;
  const confirmation = queueMails(context, {
    kind: 'withdrawal-received',
    subjectId: sql`${withdrawals.id}`,
    address: sql`${withdrawals.email}`,
    data: {
      withdrawal_id: sql`${withdrawals.id}`,
      kind: sql`${withdrawals.kind}`,
      // Words that anybody may have typed are mailed only to the buyer of the order.
      name: sql`case when ${hasOwnOrder} then ${withdrawals.name} end`,
      order_number: sql`${purchases.providerId}`,
      received_at: iso(withdrawals.receivedAt),
    },
    from: sql`${withdrawals} left join ${purchases} on ${isOwnOrder(withdrawals.orderNumber, email)}
      where ${withdrawals.id} = ${id}
        and case when ${hasOwnOrder} then ${isWithinLimits([byOrder])} else ${isWithinLimits([byEmail])} end`,
  });
  const [, hits, , , received] = await db.atomically((tx) => [
    // The lock lets the insertion see the withdrawal of a simultaneous call: the first click of a double click.
    tx.execute(lockKeys([`email ${key}`])),
    countHitsFirst(tx, [byNetwork, byEmail, byOrder]),
    tx.execute(insertIf(withdrawals, row, sql`${isWithinLimits([byNetwork])} and ${isNew}`)),
    tx.execute(confirmation),
    tx.select(receivedColumns).from(withdrawals).where(isSameToday).orderBy(withdrawals.receivedAt).limit(1),
  ]);
  // A repetition needs no room.
  if (received.length === 0) assertWithin(hits, [byNetwork], now);
  return only(received);
}
