import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import { actorId, type Context } from '../../frame/context/context.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { insertSelect, iso } from '../../frame/db/sql.ts';
import { canBeUndone } from '../../frame/mail/link-lifetimes.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';

/** INSERT of the mail that confirms an application, for the affiliate of the condition. */
export function queueApplicationMail(context: Pick<Context, 'now'>, condition: SQL): SQL {
  return queueMails(context, {
    kind: 'application-received',
    subjectId: sql`${affiliates.id}`,
    address: sql`${affiliates.email}`,
    data: { name: sql`${affiliates.name}`, code: sql`${affiliates.code}` },
    from: sql`${affiliates} where ${condition}`,
  });
}

/** Further values of an activation. The default is the stored value. */
interface Activated {
  readonly name?: SQL;
  readonly email?: SQL;
  readonly version?: SQL;
}

/**
 * INSERT of a mail for each affiliate of the condition. An admin activates these affiliates, and they were inactive before. The subject
 * id contains the version, so a later activation queues another mail.
 */
export function queueApprovalMails(
  context: Pick<Context, 'now'>,
  condition: SQL | undefined,
  {
    name = sql`${affiliates.name}`,
    email = sql`${affiliates.email}`,
    version = sql`${affiliates.version}`,
  }: Activated = {},
): SQL {
  return queueMails(context, {
    kind: 'application-approved',
    subjectId: sql`${affiliates.id} || ' ' || (${version})`,
    address: email,
    data: { name, code: sql`${affiliates.code}` },
    from: sql`${affiliates} where ${condition}`,
  });
}

/** The affiliate after a change. The stored values are the defaults. */
interface Changed {
  readonly payoutEmail: SQL;
  readonly name?: SQL;
  readonly email?: SQL;
  readonly ownerUid?: SQL;
}

/**
 * Statements that run before affiliates change: they store new payment emails in the history, and queue the mails about them. Equal
 * payment emails are left out.
 */
export function announcePaymentEmail(
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  willChange: SQL,
  {
    payoutEmail,
    name = sql`${affiliates.name}`,
    email = sql`${affiliates.email}`,
    ownerUid = sql`${affiliates.ownerUid}`,
  }: Changed,
): readonly SQL[] {
  const id = uuidv7();
  const newRow = insertSelect(
    payoutEmailChanges,
    { id, affiliateId: sql`${affiliates.id}`, email: payoutEmail, changedBy: actorId(actor), changedAt: now },
    sql`from ${affiliates} where ${willChange} and ${affiliates.payoutEmail} is distinct from ${payoutEmail}`,
  );
  const mails = queuePaymentEmailMails(
    { now },
    {
      row: sql`changed`,
      formerEmail: sql`${affiliates.payoutEmail}`,
      from: sql`(select * from ${payoutEmailChanges} where ${payoutEmailChanges.id} = ${id}) as history
        join ${affiliates} on ${affiliates.id} = ${history.affiliateId} cross join lateral (
          select ${affiliates.id}, ${name} as name, ${email} as email, ${ownerUid} as ${ownerName}
        ) as changed`,
    },
  );
  return [newRow, mails];
}

const ownerName = sql.identifier(affiliates.ownerUid.name);

/** The new rows of `payout_email_changes`. */
const history = alias(payoutEmailChanges, 'history');

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
  const { id, oldEmail, uid, affiliateId } = addressChanges;
  return queueMails(
    { now },
    {
      kind: 'payment-email-changed',
      subjectId: sql`${history.id} || ' ' || recipient`,
      address: sql`recipients.address`,
      data: {
        name: sql`${row}.name`,
        email: sql`regexp_replace(${history.email}, '^(.).*@', '\\1…@')`,
        changed_at: iso(history.changedAt),
        change_id: sql`change_id`,
      },
      from: sql`${from} cross join lateral (
      select distinct on (lower(address)) recipient, address, change_id
      from (
        values ('account', ${row}.email, null::uuid), ('new', ${history.email}, null), ('old', ${formerEmail}, null)
        union all
        select 'former ' || ${id}, ${oldEmail}, ${id} from ${addressChanges}
        where (${uid} = ${row}.${ownerName} or ${affiliateId} = ${row}.id) and ${canBeUndone(now)}
      ) as roles (recipient, address, change_id)
      order by lower(address), change_id nulls last, recipient
    ) as recipients`,
    },
  );
}
