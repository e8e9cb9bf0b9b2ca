import type { ProfileJson } from '../../../shared/schemas/profile.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { type ColumnsOf, iso, lockKeys } from '../../frame/db/sql.ts';

/** A profile as the API answers it, and its version for the ETag header. */
export interface StoredProfile extends ProfileJson {
  /** Number of changes. */
  readonly version: number;
}

/** The columns that the audit log stores. */
export const profileFacts = {
  id: userProfiles.id,
  userId: userProfiles.userId,
  name: userProfiles.name,
  email: userProfiles.email,
  phone: userProfiles.phone,
  pictureUrl: userProfiles.pictureUrl,
  facebookId: userProfiles.facebookId,
  linkedinId: userProfiles.linkedinId,
  createdAt: userProfiles.createdAt,
  updatedAt: userProfiles.updatedAt,
};

/** The columns of a profile as the API answers it. */
export const profileColumns = {
  ...profileFacts,
  createdAt: iso(userProfiles.createdAt),
  updatedAt: iso(userProfiles.updatedAt),
} satisfies ColumnsOf<ProfileJson>;

/** The columns of a StoredProfile. */
export const storedColumns = {
  ...profileColumns,
  version: userProfiles.version,
} satisfies ColumnsOf<StoredProfile>;

/** Statement that holds up all other changes of a user's profile, also its creation, until the transaction ends. */
export function lockProfile(userId: string) {
  return lockKeys([`profile ${userId}`]);
}
