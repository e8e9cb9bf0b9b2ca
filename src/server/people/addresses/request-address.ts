import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { normaliseEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import { fieldProblem } from '../../../shared/problems.ts';
import { confirmOwnerStatement } from '../../money/affiliates/confirm-owner.ts';
import type { Context } from '../../frame/context/context.ts';
import { iso, lastRow, timestamptz } from '../../frame/db/sql.ts';
import { assertWithin, counted, countHits, isWithin, targetCounter } from '../../frame/limits/count-hit.ts';
import { isLinkUsable } from '../../frame/mail/link-lifetimes.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { accountOf } from '../accounts/change-password.ts';

/**
 * Stores a request to change the address of the caller's account, and queues a link to the new address. A confirmed old address gets a
 * notice. An unconfirmed one may be anybody's, so nothing is mailed to it. The request replaces earlier ones. Does not check whether
 * another account has the new address, because the answer would reveal it: `confirmAddress` checks it.
 *
 * Anybody can ask for any address. So too many requests for one address refuse nobody. Beyond them, an account that already has a
 * link there gets the same answer, and its link stays.
 *
 * Throws `address-unchanged`, `account-email-missing` or `too-many-requests`.
 */
export async function requestAddress(context: Context, newEmail: string): Promise<void> {
  const { db, now } = context;
  const { uid, email, emailVerified } = accountOf(context);
  if (newEmail.toLowerCase() === email.toLowerCase()) throw fieldProblem('address-unchanged', 'email');
  const limit = limits.perTarget.addressChange;
  const byAccount = targetCounter(`address-change:${uid}`, limit, now);
  const byNewEmail = targetCounter(`new-address:${normaliseEmail(newEmail)}`, limit, now);
  const link = { subjectId: sql`address_changes.id`, askedAt: sql`requested_at` };
  // Over the limit of the new address, the link that waits there is not replaced.
  const isAsked = sql`${isWithin([byAccount])} and (${isWithin([byNewEmail])} or not exists (select from waiting))`;
  // The confirmed owner of an affiliate record is known by the account, not by the address that is about to change.
  const confirm = confirmOwnerStatement(context);
  const { hits } = await lastRow(
    db,
    [
      ...(confirm ? [confirm] : []),
      sql`with hit as (${countHits([byAccount, byNewEmail])}),
        waiting as (
          select from address_changes
          where uid = ${uid}::text and normalise_email(new_email) = ${normaliseEmail(newEmail)}::text
            and completed_at is null and ended_at is null and ${isLinkUsable('address-confirmation', link, now)}
        ),
        replaced as (
          update address_changes set ended_at = ${timestamptz(now)}
          where uid = ${uid}::text and completed_at is null and ended_at is null and ${isAsked}
        ),
        change as (
          insert into address_changes
            (id, uid, old_email, is_old_email_confirmed, new_email, affiliate_id, payment_email, requested_at)
          select ${uuidv7()}::uuid, ${uid}::text, ${email}::text, ${emailVerified}::boolean, ${newEmail}::text,
            own.id, own.payout_email, ${timestamptz(now)}
          from (select) as once
            left join affiliates own on own.owner_uid = ${uid}::text and lower(own.email) = lower(${email}::text)
          where ${isAsked}
          returning *
        ),
        confirmation as (${queueConfirmation(context)}),
        notice as (${queueNotice(context)})
        select json_agg(hit) as hits from hit`,
    ],
    z.object({ hits: counted }),
  );
  assertWithin(hits, [byAccount], now);
}

function queueConfirmation(context: Context): SQL {
  return queueMails(context, {
    kind: 'address-confirmation',
    subjectId: sql`change.id`,
    address: sql`change.new_email`,
    data: { change_id: sql`change.id`, email: sql`change.new_email` },
    from: sql`change`,
  });
}

function queueNotice(context: Context): SQL {
  return queueMails(context, {
    kind: 'address-change-requested',
    subjectId: sql`change.id`,
    address: sql`change.old_email`,
    data: { email: maskedNewEmail, requested_at: iso(sql`change.requested_at`) },
    from: sql`change where change.is_old_email_confirmed`,
  });
}

/** The first character of the new address of `change`, and its host. */
export const maskedNewEmail = sql`regexp_replace(change.new_email, '^(.).*@', '\\1…@')`;
