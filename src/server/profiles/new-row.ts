import { type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { ProfileInput } from '../../shared/schemas/profile.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';

/**
 * A statement that makes a profile where `condition` holds and returns its row: none where the user has a profile
 * already.
 */
export const newRow = (input: ProfileInput, now: Date, condition = sql`true`): SQL => {
  const { userId, name, email, phone, pictureUrl, facebookId, linkedinId } = input;
  const moment = timestamptz(now);
  return sql`insert into user_profiles
      (id, user_id, name, email, phone, picture_url, facebook_id, linkedin_id, created_at, updated_at)
    select ${uuidv7()}::uuid, ${userId}::text, ${name}::text, ${email}::text, ${phone}::text, ${pictureUrl}::text,
      ${facebookId}::text, ${linkedinId}::text, ${moment}, ${moment}
    where ${condition}
    on conflict (user_id) do nothing returning *`;
};
