import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../shared/dates.ts';
import { normaliseEmail } from '../../shared/email.ts';
import { limits } from '../../shared/limits.ts';
import type { WithdrawalInput } from '../../shared/schemas/withdrawal.ts';
import type { Context } from '../context.ts';
import { iso, lastRow, lockKeys, timestamptz } from '../db/sql.ts';
import {
  addressCounter,
  assertWithin,
  counted,
  countHits,
  isWithin,
  targetCounter,
} from '../limits/count-hit.ts';
import { queueMails } from '../mail/queue-mails.ts';

/** The answer to a withdrawal. Dates are ISO 8601 UTC. */
export const receivedWithdrawal = z.object({ id: z.string(), received_at: z.iso.datetime() });

export type ReceivedWithdrawal = z.infer<typeof receivedWithdrawal>;

/**
 * Stores a withdrawal and queues the mail that confirms it, in one statement. The same name, order number and email on the same
 * day (UTC) are one withdrawal: a repetition stores nothing, writes no mail, and gets the first answer. Throws
 * `too-many-requests` for too many withdrawals with one email or from one network address.
 */
export async function recordWithdrawal(
  context: Context,
  { name, order_number: orderNumber, email }: WithdrawalInput,
): Promise<ReceivedWithdrawal> {
  const { db, now, address } = context;
  const key = normaliseEmail(email);
  const counters = [
    addressCounter('buyers', address, now),
    targetCounter(`withdrawal:${key}`, limits.perTarget.withdrawalEmail, now),
  ] as const;
  const dayStart = new Date(now.getTime() - (now.getTime() % dayMs));
  const confirmation = queueMails(context, {
    kind: 'withdrawal-received',
    subjectId: sql`received.id`,
    address: sql`received.email`,
    data: {
      name: sql`received.name`,
      email: sql`received.email`,
      order_number: sql`received.order_number`,
      received_at: iso(sql`received.received_at`),
    },
    from: sql`received`,
  });
  const statement = sql`with hit as (${countHits(counters)}),
    earlier as (
      select id, received_at from withdrawals
      where normalise_email(email) = ${key} and lower(email) = lower(${email}::text) and lower(name) = lower(${name}::text)
        and lower(order_number) = lower(${orderNumber}::text) and received_at >= ${timestamptz(dayStart)}
      order by received_at limit 1
    ),
    received as (
      insert into withdrawals (id, name, email, order_number, received_at)
      select ${uuidv7()}::uuid, ${name}::text, ${email}::text, ${orderNumber}::text, ${timestamptz(now)}
      where ${isWithin(counters)} and not exists (select from earlier)
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
  assertWithin(hits, counters, now);
  return receivedWithdrawal.parse(withdrawal);
}
