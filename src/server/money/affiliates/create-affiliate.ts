import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { fieldProblem, problem, type Problem } from '../../../shared/problems.ts';
import { isSignUpCode } from '../../../shared/referral.ts';
import type { AffiliateApplication, AffiliateInput } from '../../../shared/schemas/affiliate.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { type Context, isOwnAddress } from '../../frame/context/context.ts';
import type { Database } from '../../frame/context/database.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { assertWithin, counted, targetCounter, countHits, isWithin } from '../../frame/limits/count-hit.ts';
import { validateActivation } from './activation.ts';
import { type Affiliate, affiliateFacts, affiliateJson, affiliateShape } from './affiliate.ts';
import { queueApplicationMail, queueApprovalMails } from './queue-affiliate-mails.ts';

/**
 * Creates an affiliate for an admin, with the audit entry in the same statement. An active affiliate gets a mail. An affiliate
 * with the admin's own email belongs to the admin's account. Throws `invalid` for an activation in the future,
 * `affiliate-email-taken` or `affiliate-code-taken`.
 */
export async function createAffiliate(context: Context, input: AffiliateInput): Promise<Affiliate> {
  const { name, email, code, referred_by } = input;
  const { db, now, actor } = context;
  const ownerUid = isOwnAddress(actor, email) ? actor.uid : null;
  const activated = validateActivation(input.date_activated, now);
  const row = sql`inserted`;
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'affiliate.create',
    entity: 'affiliate',
    entityId: sql`inserted.id`,
    after: affiliateFacts(row),
    from: row,
  });
  const { affiliate } = await insertedRow(
    db,
    sql`with inserted as (
        insert into affiliates (id, owner_uid, name, email, code, referred_by, date_activated, date_created)
        values (${uuidv7()}::uuid, ${ownerUid}::text, ${name}, ${email}, ${code}, ${referred_by}::text,
          ${timestamptz(activated)}, ${timestamptz(now)})
        on conflict do nothing returning *
      ),
      logged as (${logged}),
      approval as (${queueApprovalMails(context, row, sql`inserted where date_activated is not null`)})
      select (select ${affiliateJson(row)} from inserted) as affiliate`,
    z.object({ affiliate: z.nullable(affiliateShape) }),
  );
  if (!affiliate) throw await findConflict(db, email);
  return affiliate;
}

/**
 * Creates a signed-in user's own affiliate, not active yet, and queues the mail that confirms the application, in one round trip.
 * Throws `affiliate-not-own`, `affiliate-code-form`, `too-many-requests`, `affiliate-email-taken` or `affiliate-code-taken`.
 */
export async function applyToProgram(
  context: Context,
  { name, email, code, referred_by }: AffiliateApplication,
): Promise<Affiliate> {
  const { db, actor, now } = context;
  const row = sql`inserted`;
  if (!isOwnAddress(actor, email)) throw problem('affiliate-not-own');
  if (!isSignUpCode(email, code)) throw fieldProblem('affiliate-code-form', 'code');
  const counter = targetCounter(`affiliate:${actor.uid}`, limits.perTarget.affiliateApplicant, now);
  const { hits, affiliate } = await insertedRow(
    db,
    sql`with hit as (${countHits([counter])}),
      inserted as (
        insert into affiliates (id, owner_uid, name, email, code, referred_by, email_confirmed_at, date_created)
        select ${uuidv7()}::uuid, ${actor.uid}::text, ${name}::text, ${email}::text, ${code}::text, ${referred_by}::text,
          ${timestamptz(actor.emailVerified ? now : null)}, ${timestamptz(now)}
        where ${isWithin([counter])}
        on conflict do nothing returning *
      ),
      received as (${queueApplicationMail(context, row)})
      select (select json_agg(hit) from hit) as hits, (select ${affiliateJson(row)} from inserted) as affiliate`,
    z.object({ hits: counted, affiliate: z.nullable(affiliateShape) }),
  );
  assertWithin(hits, [counter], now);
  if (!affiliate) throw await findConflict(db, email);
  return affiliate;
}

/** Runs an insert that returns one row. Throws `affiliate-code-taken` if the code belongs to a named link. */
async function insertedRow<T>(db: Database, statement: SQL, shape: z.ZodMiniType<T>): Promise<T> {
  try {
    return await oneRow(db, statement, shape);
  } catch (error) {
    throw isUniqueViolation(error) ? problem('affiliate-code-taken') : error;
  }
}

/**
 * Returns the problem of an insert that conflicted: `affiliate-email-taken` if the email is taken, else `affiliate-code-taken`.
 * The query is a separate statement after the insert, because it must see the rows of concurrent transactions.
 */
async function findConflict(db: Pick<Database, 'select'>, email: string): Promise<Problem> {
  const [taken] = await db
    .select({ id: affiliates.id })
    .from(affiliates)
    .where(eq(sql`lower(${affiliates.email})`, sql`lower(${email})`));
  return problem(taken ? 'affiliate-email-taken' : 'affiliate-code-taken');
}
