import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../shared/limits.ts';
import { fieldProblem, problem } from '../../shared/problems.ts';
import { isCodeOf } from '../../shared/referral.ts';
import type { AffiliateApplication } from '../../shared/schemas/affiliate.ts';
import type { Context } from '../context.ts';
import { assertWithin, counted, counterOf, countHits, isWithin } from '../limits/count-hit.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { type Affiliate, affiliateJson, affiliateShape, findConflict } from './affiliate.ts';
import { isOwnAddress } from './find-affiliate.ts';

const outcome = z.object({ hits: counted, made: z.nullable(affiliateShape) });

/**
 * A signed-in user's own application, not activated. One round trip where it succeeds. Throws `affiliate-not-own`,
 * `affiliate-code-form`, `too-many-requests`, `affiliate-email-taken` or `affiliate-code-taken`.
 */
export const applyAffiliate = async (
  { db, actor, now }: Context,
  input: AffiliateApplication,
): Promise<Affiliate> => {
  const { name, email, code, referred_by } = input;
  if (!isOwnAddress(actor, email)) throw problem('affiliate-not-own');
  if (!isCodeOf(email, code)) throw fieldProblem('affiliate-code-form', 'code');
  const counter = counterOf(`affiliate:${actor.uid}`, limits.perTarget.affiliateApplicant, now);
  const { hits, made } = await oneRow(
    db,
    sql`with hit as (${countHits([counter])}),
      made as (
        insert into affiliates (id, owner_uid, name, email, code, referred_by, email_confirmed_at, date_created)
        select ${uuidv7()}::uuid, ${actor.uid}::text, ${name}::text, ${email}::text, ${code}::text, ${referred_by}::text,
          ${timestamptz(actor.emailVerified ? now : null)}, ${timestamptz(now)}
        where ${isWithin([counter])}
        on conflict do nothing returning *
      )
      select (select json_agg(hit) from hit) as hits, (select ${affiliateJson(sql`made`)} from made) as made`,
    outcome,
  );
  assertWithin(hits, [counter], now);
  if (!made) throw await findConflict(db, email);
  return made;
};
