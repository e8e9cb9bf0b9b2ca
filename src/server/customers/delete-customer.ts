import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { addressesOf, auditRows, redactedAudit, unnamedAudit } from '../audit/audit-rows.ts';
import { lastRow, oneRow } from '../db/sql.ts';
import { forgetPayers, lockPayers } from '../purchases/forget-payers.ts';

const outcome = z.object({ done: z.boolean() });

/** A customer as it is now; `emails` are the addresses it has and had, in lower case. */
const read = z.object({ id: z.string(), version: z.number(), emails: z.array(z.string()) });

/** Forgets the customer at once, unless the record is another than the one that was read; tells whether it did. */
const forget = async (context: Context, { id, version, emails }: z.infer<typeof read>): Promise<boolean> => {
  const isGone = sql`exists (select 1 from gone)`;
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'customer.delete',
    entity: 'customer',
    entityId: sql`gone.id`,
    from: sql`gone`,
  });
  const statement = sql`with gone as (
      delete from customers where id = ${id}::uuid and version = ${version} returning id
    ),
    ${forgetPayers(context, emails, isGone)},
    redacted as (${redactedAudit('customer', id, isGone)}),
    redacted_others as (${unnamedAudit('customer', { id, emails }, isGone)}),
    logged as (${logged})
    select ${isGone} as done`;
  const { done } = await lastRow(context.db, [...lockPayers(emails), statement], outcome);
  return done;
};

/** How often a record that changes all the time is read anew. */
const tries = 5;

/**
 * Forgets a customer: the record goes, and with it what the audit log and their purchases say of them, by every address
 * that the record had. An affiliate's record with the same address is another matter and stays.
 * Throws `customer-not-found` or `changed-meanwhile`.
 */
export const deleteCustomer = async (context: Context, id: string, version: number | null): Promise<void> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { found } = await oneRow(
      context.db,
      sql`with found as (
          select id, version, ${addressesOf('customer', sql`customers`)} as emails
          from customers where id = ${id}::uuid
        )
        select (select to_json(found) from found) as found`,
      z.object({ found: z.nullable(read) }),
    );
    if (!found) throw problem('customer-not-found');
    if (version !== null && version !== found.version) throw problem('changed-meanwhile');
    if (await forget(context, found)) return;
  }
  throw problem('changed-meanwhile');
};
