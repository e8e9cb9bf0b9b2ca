import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { profileJson, type ProfileJson } from '../../shared/schemas/profile.ts';
import { iso } from '../db/sql.ts';

/** A profile as the API answers it, and its version, which the answer's headers carry. */
export const storedProfile = z.object({
  profile: profileJson,
  /** Counts the changes; a change may name the version it was made from. */
  version: z.number(),
});

export type StoredProfile = z.infer<typeof storedProfile>;

const facts = (row: SQL): SQL => sql`
  'id', ${row}.id, 'userId', ${row}.user_id, 'name', ${row}.name, 'email', ${row}.email, 'phone', ${row}.phone,
  'pictureUrl', ${row}.picture_url, 'facebookId', ${row}.facebook_id, 'linkedinId', ${row}.linkedin_id,
  'createdAt', ${iso(sql`${row}.created_at`)}, 'updatedAt', ${iso(sql`${row}.updated_at`)}`;

/** What the audit log keeps of a row (a table, or an alias of one). */
export const profileFacts = (row: SQL): SQL => sql`jsonb_build_object(${facts(row)})`;

/** A row as the API answers it. */
export const profileObject = (row: SQL): SQL<ProfileJson> => sql`json_build_object(${facts(row)})`;

/** A row as a StoredProfile. */
export const storedObject = (row: SQL): SQL =>
  sql`json_build_object('profile', ${profileObject(row)}, 'version', ${row}.version)`;
