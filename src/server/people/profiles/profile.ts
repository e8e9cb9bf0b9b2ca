import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { profileJson, type ProfileJson } from '../../../shared/schemas/profile.ts';
import { iso } from '../../frame/db/sql.ts';

/** A profile as the API answers it, and its version for the ETag header. */
export const storedProfile = z.object({
  profile: profileJson,
  /** Number of changes. */
  version: z.number(),
});

export type StoredProfile = z.infer<typeof storedProfile>;

/** SQL for a StoredProfile, built from a row of `user_profiles` (the table or an alias). */
export function storedObject(row: SQL): SQL {
  return sql`json_build_object('profile', ${profileObject(row)}, 'version', ${row}.version)`;
}

/** SQL for the profile as the API answers it. */
export function profileObject(row: SQL): SQL<ProfileJson> {
  return sql`json_build_object(${columns(row)})`;
}

/** SQL for the fields of a profile that the audit log stores. */
export function profileFacts(row: SQL): SQL {
  return sql`jsonb_build_object(${columns(row)})`;
}

function columns(row: SQL): SQL {
  return sql`
  'id', ${row}.id, 'userId', ${row}.user_id, 'name', ${row}.name, 'email', ${row}.email, 'phone', ${row}.phone,
  'pictureUrl', ${row}.picture_url, 'facebookId', ${row}.facebook_id, 'linkedinId', ${row}.linkedin_id,
  'createdAt', ${iso(sql`${row}.created_at`)}, 'updatedAt', ${iso(sql`${row}.updated_at`)}`;
}
