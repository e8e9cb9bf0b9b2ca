import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../../shared/dates.ts';
import { normaliseEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import type { WithdrawalInput } from '../../../shared/schemas/withdrawal.ts';
import type { Context } from '../../frame/context/context.ts';
import { iso, lastRow, lockKeys, timestamptz } from '../../frame/db/sql.ts';
import {
  networkCounter,
  assertWithin,
  counted,
  countHits,
  isWithin,
  targetCounter,
} from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { ownPurchaseOf } from '../buyers/withdrawal-order.ts';

/** The answer to a withdrawal. Dates are ISO 8601 UTC. */
export const receivedWithdrawal = z.object({ id: z.string(), received_at: z.iso.datetime() });

export type ReceivedWithdrawal = z.infer<typeof receivedWithdrawal>;

/**
 * Stores a withdrawal and queues the mail that confirms it, in one statement. The same name, order number and email on the same
 * day (UTC) are one withdrawal: a repetition stores nothing, writes no mail, and gets the first answer. Throws
 * `too-many-requests` for too many withdrawals from one network. A withdrawal over the limit of its email is stored
 * without a mail, because anybody can use up that limit.
 */
export async function recordWithdrawal(
  context: Context,
  { name, order_number: orderNumber, email }: WithdrawalInput,
): Promise<ReceivedWithdrawal> {
  const { db, now, network } = context;
  const key = normaliseEmail(email);
  const limit = limits.perTarget.withdrawalEmail;
  const byNetwork = networkCounter('buyers', network, now);
  const byEmail = targetCounter(`withdrawal:${key}`, limit, now);
  // Invented order numbers do not count against the real one, so the mail about it is sent.
  const byOrder = targetCounter(`withdrawal:${key}:${orderNumber.toLowerCase()}`, limit, now);
  const dayStart = new Date(now.getTime() - (now.getTime() % dayMs));
  const confirmation = queueMails(context, {
    kind: 'withdrawal-received',
    subjectId: sql`received.id`,
    address: sql`received.email`,
    data: {
      withdrawal_id: sql`received.id`,
      // Words that anybody may have typed are mailed only to the buyer of the order.
      name: sql`case when own_order.provider_id is not null then received.name end`,
      order_number: sql`own_order.provider_id`,
      received_at: iso(sql`received.received_at`),
    },
    from: sql`received left join own_order on true
      where case when own_order.provider_id is null then ${isWithin([byEmail])} else ${isWithin([byOrder])} end`,
  });
  const statement = sql`with hit as (${countHits([byNetwork, byEmail, byOrder])}),
    own_order as (select provider_id from ${ownPurchaseOf(sql`${orderNumber}::text`, email)}),
    earlier as (
      select id, received_at from withdrawals
      where normalise_email(email) = ${key} and lower(email) = lower(${email}::text) and lower(name) = lower(${name}::text)
        and lower(order_number) = lower(${orderNumber}::text) and received_at >= ${timestamptz(dayStart)}
      order by received_at limit 1
    ),
    received as (
      insert into withdrawals (id, name, email, order_number, received_at, is_from_buyer)
      select ${uuidv7()}::uuid, ${name}::text, ${email}::text, ${orderNumber}::text, ${timestamptz(now)},
        exists (select from purchases where ${isOwnPurchase(email)})
      where ${isWithin([byNetwork])} and not exists (select from earlier)
      returning *
    ),
    confirmation as (${confirmation})
    select (select json_agg(hit) from hit) as hits,
      (
        select json_build_object('id', id, 'received_at', ${iso(sql`received_at`)})
        from (select id, received_at from earlier union all select id, received_at from received) as withdrawal
      ) as withdrawal`;
  // The lock lets the statement see the withdrawal of a simultaneous call: the first click of a double click.
  const { hits, withdrawal } = await lastRow(
    db,
    [lockKeys([`email ${key}`]), statement],
    z.object({ hits: counted, withdrawal: z.nullable(receivedWithdrawal) }),
  );
  assertWithin(hits, [byNetwork], now);
  return receivedWithdrawal.parse(withdrawal);
}
