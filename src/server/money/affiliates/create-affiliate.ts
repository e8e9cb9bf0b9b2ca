import { and, eq, isNotNull } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../../shared/limits.ts';
import { fieldProblem, problem, type Problem } from '../../../shared/problems.ts';
import { isSignUpCode } from '../../../shared/referral.ts';
import type { AffiliateApplication, AffiliateInput } from '../../../shared/schemas/affiliate.ts';
import { auditedInsert } from '../../frame/audit/audited-change.ts';
import { type Context, isOwnAddress } from '../../frame/context/context.ts';
import type { Database } from '../../frame/context/database.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { insertIf } from '../../frame/db/sql.ts';
import { assertWithin, countHitsFirst, isWithinLimits, targetCounter } from '../../frame/limits/count-hit.ts';
import { validateActivation } from './activation.ts';
import { type Affiliate, affiliateColumns, affiliateFacts, hasEmail } from './affiliate.ts';
import { queueApplicationMail, queueApprovalMails } from './queue-affiliate-mails.ts';

/**
 * Creates an affiliate for an admin, with the audit entry in the same transaction. An active affiliate gets a mail. An affiliate
 * with the admin's own email belongs to the admin's account. Throws `invalid` for an activation in the future,
 * `affiliate-email-taken` or `affiliate-code-taken`.
 */
export async function createAffiliate(context: Context, input: AffiliateInput): Promise<Affiliate> {
  const { name, email, code, referred_by: referredBy } = input;
  const { db, now, actor } = context;
  const id = uuidv7();
  const [created] = await db
    .atomically((tx) => [
      auditedInsert(tx, context, affiliates, {
        action: 'affiliate.create',
        values: {
          id,
          ownerUid: isOwnAddress(actor, email) ? actor.uid : null,
          name,
          email,
          code,
          referredBy,
          dateActivated: validateActivation(input.date_activated, now),
          dateCreated: now,
        },
        facts: affiliateFacts,
        returning: affiliateColumns,
      }),
      tx.execute(
        queueApprovalMails(context, and(eq(affiliates.id, id), isNotNull(affiliates.dateActivated))),
      ),
    ])
    .catch(throwTaken);
  if (!created) throw await findConflict(db, email);
  return created;
}

/**
 * Creates a signed-in user's own affiliate, not active yet, and queues the mail that confirms the application, in one round trip.
 * Throws `affiliate-not-own`, `affiliate-code-form`, `too-many-requests`, `affiliate-email-taken` or `affiliate-code-taken`.
 */
export async function applyToProgram(
  context: Context,
  { name, email, code, referred_by: referredBy }: AffiliateApplication,
): Promise<Affiliate> {
  const { db, actor, now } = context;
  if (!isOwnAddress(actor, email)) throw problem('affiliate-not-own');
  if (!isSignUpCode(email, code)) throw fieldProblem('affiliate-code-form', 'code');
  const counters = [
    targetCounter(`affiliate:${actor.uid}`, limits.perTarget.affiliateApplicant, now),
  ] as const;
  const row = {
    id: uuidv7(),
    ownerUid: actor.uid,
    name,
    email,
    code,
    referredBy,
    emailConfirmedAt: actor.emailVerified ? now : null,
    dateCreated: now,
  };
  const isNew = eq(affiliates.id, row.id);
  const [hits, , , [created]] = await db
    .atomically((tx) => [
      countHitsFirst(tx, counters),
      tx.execute(insertIf(affiliates, row, isWithinLimits(counters))),
      tx.execute(queueApplicationMail(context, isNew)),
      tx.select(affiliateColumns).from(affiliates).where(isNew),
    ])
    .catch(throwTaken);
  assertWithin(hits, counters, now);
  if (!created) throw await findConflict(db, email);
  return created;
}

/** A trigger inserts the code of an affiliate, and fails if a named link has it. */
function throwTaken(error: unknown): never {
  throw isUniqueViolation(error) ? problem('affiliate-code-taken') : error;
}

/**
 * Returns the problem of an insert that conflicted: `affiliate-email-taken` if the email is taken, else `affiliate-code-taken`.
 * The query is a separate statement after the insert, because it must see the rows of concurrent transactions.
 */
async function findConflict(db: Pick<Database, 'select'>, email: string): Promise<Problem> {
  const [taken] = await db.select({ id: affiliates.id }).from(affiliates).where(hasEmail(email));
  return problem(taken ? 'affiliate-email-taken' : 'affiliate-code-taken');
}
