import { sql, type SQL } from 'drizzle-orm';
import type { MailKind, OptionalMailKind } from '../../../shared/mail-kinds.ts';
import type { Context } from '../context/context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { mails } from '../db/schema/mails.ts';
import { insertSelect, jsonObject } from '../db/sql.ts';
import type { StoredFacts } from './templates/mail-facts.ts';

interface NewMails<Kind extends MailKind> {
  readonly kind: Kind;
  /** The id of the event or record that each mail is about. A second mail with the same kind and id is not inserted. */
  readonly subjectId: SQL;
  /** The recipient. No mail is inserted for null, or for an address of the reserved domain `invalid`, which nobody has. */
  readonly address: SQL;
  /** The facts that the template needs. A string is a value, not SQL. */
  readonly data: Readonly<Record<keyof StoredFacts[Kind] & string, SQL | string>>;
  /** The id of the letter, for mails of a letter. */
  readonly letterId?: SQL;
  /** The FROM clause, with a row for each mail. */
  readonly from: SQL;
}

/**
 * INSERT that queues mails in the outbox. It belongs in a WITH clause or the batch of the change that the mails announce, so that
 * the mails are committed together with the change. The scheduled job sends them.
 */
export function queueMails<Kind extends MailKind>(
  { now }: Pick<Context, 'now'>,
  { kind, subjectId, address, data, letterId = sql`null`, from }: NewMails<Kind>,
): SQL {
  const mail = {
    id: sql`gen_random_uuid()`,
    kind,
    subjectId: sql`subject::text`,
    address: sql`recipient`,
    data: sql`facts`,
    letterId: sql`letter`,
    dueAt: now,
    createdAt: now,
  };
  return sql`${insertSelect(
    mails,
    mail,
    sql`from (
      select ${subjectId} as subject, ${address}::text as recipient, ${jsonObject(toExpressions(data))} as facts, ${letterId}::uuid as letter
      from ${from}
    ) as new_mails
    where recipient is not null and recipient not like '%.invalid'`,
  )} on conflict do nothing`;
}

/** Casts texts to SQL. */
function toExpressions(data: Readonly<Record<string, SQL | string>>): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(data).map(([name, fact]) => [name, typeof fact === 'string' ? sql`${fact}::text` : fact]),
  );
}

/** SQL condition: the affiliate wants this optional mail. `row` is the affiliate. */
export function wantsMail(row: SQL, kind: OptionalMailKind): SQL {
  return sql`${kind}::text <> all (${row}.${sql.identifier(affiliates.mutedMails.name)})`;
}
