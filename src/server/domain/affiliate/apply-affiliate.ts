import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { isCodeOf } from '../../../shared/referral.ts';
import type { AffiliateApplication } from '../../../shared/schemas/affiliate.ts';
import type { Context } from '../../context.ts';
import { assertWithin, countHit } from '../operations/count-hit.ts';
import type { Affiliate } from './affiliate.ts';
import { findConflict } from './find-conflict.ts';

const written = z.object({ rows: z.tuple([z.object({ made: z.boolean() })]) });

/**
 * A signed-in user's own application, not activated. One round trip where it succeeds. Throws `affiliate-not-own`,
 * `affiliate-code-form`, `too-many-requests`, `affiliate-email-taken` or `affiliate-code-taken`.
 */
export const applyAffiliate = async (
  { db, actor, now }: Context,
  input: AffiliateApplication,
): Promise<Affiliate> => {
  const { name, email, code, referred_by } = input;
  if (actor.kind !== 'user' || actor.email?.toLowerCase() !== email.toLowerCase())
    throw problem('affiliate-not-own');
  if (!isCodeOf(email, code)) throw problem('affiliate-code-form');
  const limit = limits.perTarget.affiliateApplicant;
  const hit = countHit(`affiliate:${actor.uid}`, limit, now);
  const id = uuidv7();
  const answer = await db.execute(sql`
    with hit as (${hit}),
    made as (
      insert into affiliates (id, name, email, code, referred_by, date_created)
      select ${id}::uuid, ${name}::text, ${email}::text, ${code}::text, ${referred_by}::text,
        ${now.toISOString()}::timestamptz
      from hit where hits <= ${limit.hits}
      on conflict do nothing returning id
    )
    select hits, exists (select 1 from made) as made from hit`);
  assertWithin(answer, limit, now);
  if (!written.parse(answer).rows[0].made) throw await findConflict(db, email);
  return { id, name, email, code, date_activated: null, referred_by, date_created: now.toISOString() };
};
