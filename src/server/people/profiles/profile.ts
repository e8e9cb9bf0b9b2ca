import type { ProfileJson } from '../../../shared/schemas/profile.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { type ColumnsOf, iso, lockKeys } from '../../frame/db/sql.ts';

/** A profile as the API answers it, and its version for the ETag header. */
export interface StoredProfile extends ProfileJson {
  /** Number of changes. */
  readonly version: number;
}

export const profileInputExample = {
  userId: 'k3JrExampleUid',
  name: 'Ada Example',
  email: 'ada@mail.example',
  phone: '+1 555 0100',
  pictureUrl: 'https://pictures.example/ada.jpg',
  facebookId: 'ada.example',
  linkedinId: 'ada-example',
};

export const profileExample: ProfileJson = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1e44',
  ...profileInputExample,
  createdAt: '2025-08-04T12:00:00.000Z',
  updatedAt: '2025-08-04T12:00:00.000Z',
};

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
