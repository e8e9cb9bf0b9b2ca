import * as z from 'zod/mini';
import {
  profileChange,
  profileInput,
  profileJson,
  profileStatistics,
} from '../../../shared/schemas/profile.ts';
import { profileListQuery } from '../../profiles/list-profiles.ts';
import type { Operation } from '../operation.ts';

const userId = {
  description: 'Whose profile: an account’s uid, or another system’s id of somebody, URL-encoded',
  example: 'k3JrExampleUid',
};

const sent = {
  userId: userId.example,
  name: 'Ada Example',
  email: 'ada@mail.example',
  phone: '+1 555 0100',
  pictureUrl: 'https://pictures.example/ada.jpg',
  facebookId: 'ada.example',
  linkedinId: 'ada-example',
};

const example = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1e44',
  ...sent,
  createdAt: '2025-08-04T12:00:00.000Z',
  updatedAt: '2025-08-04T12:00:00.000Z',
};

const profile = { schema: profileJson, example };

const ofFields = [
  'email-invalid',
  'profile-user-id-required',
  'profile-user-id-shape',
  'profile-phone-shape',
  'profile-picture-shape',
  'profile-link-shape',
] as const;

const ownOnly =
  'Somebody signed in reaches their own profile (userId is their uid); everybody else’s is answered like a missing one.';

const showProfile: Operation = {
  summary: 'Show a public profile',
  path: { userId },
  answers: { 200: { description: 'The profile', json: profile, headers: ['ETag'] } },
  problems: ['profile-not-found'],
};

const countProfiles: Operation = {
  summary: 'Count the profiles',
  answers: {
    200: {
      description: 'How many there are, and how many have which field',
      json: {
        schema: profileStatistics,
        example: { totalProfiles: 3, profilesWithEmail: 2, profilesWithPhone: 1, profilesWithName: 3 },
      },
    },
  },
  problems: ['profile-not-found'],
};

const listProfiles: Operation = {
  summary: 'List profiles, or find one by id',
  description: `With \`id\` one profile; without, a page of all of them. ${ownOnly}`,
  query: z.extend(profileListQuery, {
    id: z.optional(z.string()).check(z.describe('A user id, else a database id')),
  }),
  answers: {
    200: {
      description: 'The profiles, or the one with this id',
      json: { schema: z.union([z.array(profileJson), profileJson]), example: [example] },
      sometimes: ['ETag', 'X-Total-Count', 'X-Next-Cursor'],
    },
  },
  problems: ['profile-not-found'],
};

const findByEmail: Operation = {
  summary: 'Find a profile by email',
  description: ownOnly,
  path: { email: { description: 'The email, URL-encoded', example: sent.email } },
  answers: {
    200: {
      description: 'The profile with this email; of several the one of the account that confirmed it',
      json: profile,
      headers: ['ETag'],
    },
  },
  problems: ['profile-not-found', 'profile-email-ambiguous'],
};

const createProfile: Operation = {
  summary: 'Create a profile',
  description: ownOnly,
  body: { schema: profileInput, example: sent },
  answers: { 201: { description: 'The new profile', json: profile, headers: ['ETag'] } },
  problems: [...ofFields, 'profile-not-found', 'profile-email-not-own', 'profile-exists'],
};

const saveProfile: Operation = {
  summary: 'Save a profile, new or not',
  description: `The whole profile is sent; a user id in it must be the one of the address. ${ownOnly}`,
  path: { userId },
  isVersioned: true,
  body: { schema: profileChange, example: sent },
  answers: {
    200: { description: 'The profile as it is now', json: profile, headers: ['ETag'] },
    201: { description: 'The new profile', json: profile, headers: ['ETag'] },
  },
  problems: [...ofFields, 'profile-not-found', 'profile-email-not-own', 'profile-user-id-differs'],
};

const deleteProfile: Operation = {
  summary: 'Delete a profile',
  description: ownOnly,
  path: { userId },
  isVersioned: true,
  answers: { 204: { description: 'It is gone' } },
  problems: ['profile-not-found'],
};

/** The calls of the user-profile service, which answers with and without the prefix /api. */
export const profileOperations = {
  'GET /api/user-profiles/user/:userId': showProfile,
  'GET /api/user-profiles/admin/statistics': countProfiles,
  'GET /api/user-profiles': listProfiles,
  'GET /api/user-profiles/email/:email': findByEmail,
  'POST /api/user-profiles': createProfile,
  'PUT /api/user-profiles/user/:userId/upsert': saveProfile,
  'DELETE /api/user-profiles/user/:userId': deleteProfile,
  'GET /user-profiles/user/:userId': showProfile,
  'GET /user-profiles/admin/statistics': countProfiles,
  'GET /user-profiles': listProfiles,
  'GET /user-profiles/email/:email': findByEmail,
  'POST /user-profiles': createProfile,
  'PUT /user-profiles/user/:userId/upsert': saveProfile,
  'DELETE /user-profiles/user/:userId': deleteProfile,
} satisfies Record<string, Operation>;
