import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { canBeUndone } from '../../frame/mail/link-lifetimes.ts';
import { iso } from '../../frame/db/sql.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';

/** INSERT of the mail that confirms an application. `row` is the new affiliate. */
export function queueApplicationMail(context: Pick<Context, 'now'>, row: SQL): SQL {
  return queueMails(context, {
    kind: 'application-received',
    subjectId: sql`${row}.id`,
    address: sql`${row}.email`,
    data: nameAndCode(row),
    from: row,
  });
}

/**
 * INSERT of a mail for each affiliate that an admin activates. `row` is the affiliate after the change. `from` contains only
 * affiliates who were inactive before. The subject id contains the version, so a later activation queues another mail.
 */
export function queueApprovalMails(context: Pick<Context, 'now'>, row: SQL, from: SQL): SQL {
  return queueMails(context, {
    kind: 'application-approved',
    subjectId: sql`${row}.id || ' ' || ${row}.version`,
    address: sql`${row}.email`,
    data: nameAndCode(row),
    from,
  });
}

function nameAndCode(row: SQL) {
  return { name: sql`${row}.name`, code: sql`${row}.code` };
}

interface PaymentEmailChange {
  /** The affiliate after the change. */
  readonly row: SQL;
  readonly formerEmail: SQL;
  /** The FROM clause. It contains `history`, the new rows of `payout_email_changes`. */
  readonly from: SQL;
}

/**
 * INSERT of the mails about changed payment emails: to the old and the new payment email, to the affiliate's own email, and to
 * former emails of the account that can still be restored. An address gets one mail. The mail shows only the first character of the
 * new payment email and its host.
 */
export function queuePaymentEmailMails(
  { now }: Pick<Context, 'now'>,
  { row, formerEmail, from }: PaymentEmailChange,
): SQL {
  return queueMails(
    { now },
    {
      kind: 'payment-email-changed',
      subjectId: sql`history.id || ' ' || recipient`,
      address: sql`recipients.address`,
      data: {
        name: sql`${row}.name`,
        email: sql`regexp_replace(history.email, '^(.).*@', '\\1…@')`,
        changed_at: iso(sql`history.changed_at`),
        change_id: sql`change_id`,
      },
      from: sql`${from} cross join lateral (
      select distinct on (lower(address)) recipient, address, change_id
      from (
        values ('account', ${row}.email, null::uuid), ('new', history.email, null), ('old', ${formerEmail}, null)
        union all
        select 'former ' || id, old_email, id from address_changes
        where (uid = ${row}.owner_uid or affiliate_id = ${row}.id) and ${canBeUndone(now)}
      ) as roles (recipient, address, change_id)
      order by lower(address), change_id nulls last, recipient
    ) as recipients`,
    },
  );
}
