import * as z from 'zod/mini';
import {
  profileChange,
  profileInput,
  profileJson,
  profileStatistics,
} from '../../../shared/schemas/profile.ts';
import { eTag, json, page } from '../../frame/http/answer.ts';
import { profileErrors } from '../../frame/http/errors.ts';
import { hasIfMatch, type PathParameter } from '../../frame/http/input.ts';
import { onlyJson, route, withPrefix } from '../../frame/http/route.ts';
import { deleteProfile } from './delete-profile.ts';
import { findProfile, findProfileByEmail, findPublicProfile } from './find-profile.ts';
import { countProfiles, listProfiles, profileListQuery } from './list-profiles.ts';
import { profileExample, profileInputExample, type StoredProfile } from './profile.ts';
import { createProfile, upsertProfile } from './save-profile.ts';

const userId: PathParameter = {
  description: 'The user’s ID: an account’s uid, or an ID of another system, URL-encoded',
  example: profileExample.userId,
  missing: 'profile-not-found',
};

const profile = { schema: profileJson, example: profileExample };

const fieldProblems = [
  'email-invalid',
  'profile-user-id-required',
  'profile-user-id-shape',
  'profile-phone-shape',
  'profile-picture-shape',
  'profile-link-shape',
] as const;

const ownOnly =
  'Users have access to their own profile (userId is their uid). Profiles of other users count as missing.';

/** Machines may make all calls of the service, and its errors have a `message` field. */
const service = { service: true, errorShape: profileErrors, tag: 'User profiles' } as const;

function profileAnswer({ version, ...profile }: StoredProfile, status: 200 | 201 = 200) {
  return json(profile, status, eTag(version));
}

const calls = [
  route({
    ...service,
    method: 'GET',
    path: '/user-profiles/user/:userId',
    access: 'public',
    rate: 'profile',
    summary: 'Show a public profile',
    params: { userId },
    answers: { 200: { description: 'The profile', json: profile, headers: ['ETag'] } },
    problems: ['profile-not-found'],
    handle: async ({ context, params }) => profileAnswer(await findPublicProfile(context, params.userId)),
  }),

  route({
    ...service,
    method: 'GET',
    path: '/user-profiles/admin/statistics',
    access: 'signed-in',
    summary: 'Count all profiles',
    answers: onlyJson('Number of profiles, and of profiles with each field', profileStatistics, {
      totalProfiles: 3,
      profilesWithEmail: 2,
      profilesWithPhone: 1,
      profilesWithName: 3,
    }),
    problems: ['profile-not-found'],
    handle: async ({ context }) => json(await countProfiles(context)),
  }),

  route({
    ...service,
    method: 'GET',
    path: '/user-profiles',
    access: 'signed-in',
    summary: 'List profiles, or find one by ID',
    description: `One profile by \`id\`, or a page of all profiles for staff and services. ${ownOnly}`,
    query: z.extend(profileListQuery, {
      id: z.optional(z.string()).check(z.describe('A user ID, or the ID of a profile')),
    }),
    answers: onlyJson(
      'The profiles, or the profile with this ID',
      z.union([z.array(profileJson), profileJson]),
      [profileExample],
      { optionalHeaders: ['ETag', 'X-Total-Count', 'X-Next-Cursor'] },
    ),
    problems: ['profile-not-found'],
    handle: async ({ context, query }) => {
      if (query.id !== undefined) return profileAnswer(await findProfile(context, query.id));
      const profiles = await listProfiles(context, query);
      return page(profiles.rows, profiles);
    },
  }),

  route({
    ...service,
    method: 'GET',
    path: '/user-profiles/email/:email',
    access: 'signed-in',
    summary: 'Find a profile by email',
    description: ownOnly,
    params: {
      email: {
        description: 'The email, URL-encoded',
        example: profileInputExample.email,
        missing: 'profile-not-found',
      },
    },
    answers: {
      200: {
        description:
          'The profile with this email; if several have it, the profile of the account that confirmed it',
        json: profile,
        headers: ['ETag'],
      },
    },
    problems: ['profile-not-found', 'profile-email-ambiguous'],
    handle: async ({ context, params }) => profileAnswer(await findProfileByEmail(context, params.email)),
  }),

  route({
    ...service,
    method: 'POST',
    path: '/user-profiles',
    access: 'signed-in',
    summary: 'Create a profile',
    description: ownOnly,
    body: { schema: profileInput, example: profileInputExample },
    answers: { 201: { description: 'The new profile', json: profile, headers: ['ETag'] } },
    problems: [
      ...fieldProblems,
      'profile-not-found',
      'role-too-low',
      'profile-email-not-own',
      'profile-exists',
    ],
    handle: async ({ context, body }) => profileAnswer(await createProfile(context, body), 201),
  }),

  route({
    ...service,
    method: 'PUT',
    path: '/user-profiles/user/:userId/upsert',
    access: 'signed-in',
    summary: 'Create or replace a profile',
    description: `Send the whole profile. A user ID in it must equal the user ID in the path. ${ownOnly}`,
    params: { userId },
    isVersioned: true,
    body: { schema: profileChange, example: profileInputExample },
    answers: {
      200: { description: 'The changed profile', json: profile, headers: ['ETag'] },
      201: { description: 'The new profile', json: profile, headers: ['ETag'] },
    },
    problems: [
      ...fieldProblems,
      'profile-not-found',
      'role-too-low',
      'profile-email-not-own',
      'profile-user-id-differs',
    ],
    handle: async ({ c, context, params, body, version }) => {
      const precondition = { version, mustExist: hasIfMatch(c) };
      const { saved, isNew } = await upsertProfile(context, params.userId, body, precondition);
      return profileAnswer(saved, isNew ? 201 : 200);
    },
  }),

  route({
    ...service,
    method: 'DELETE',
    path: '/user-profiles/user/:userId',
    access: 'signed-in',
    summary: 'Delete a profile',
    description: ownOnly,
    params: { userId },
    isVersioned: true,
    answers: { 204: { description: 'The profile is deleted' } },
    problems: ['profile-not-found', 'role-too-low'],
    handle: ({ context, params, version }) => deleteProfile(context, params.userId, version),
  }),
];

/** The user-profile service, under the two paths of the specification. */
export const profileRoutes = [...withPrefix('/api', calls), ...calls];
