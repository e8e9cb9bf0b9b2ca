import { profileChange, profileInput } from '../../shared/schemas/profile.ts';
import { createProfile } from '../profiles/create-profile.ts';
import { deleteProfile } from '../profiles/delete-profile.ts';
import { findByEmail } from '../profiles/find-by-email.ts';
import { findProfile } from '../profiles/find-profile.ts';
import { listProfiles, profileListQuery } from '../profiles/list-profiles.ts';
import { profileStatistics } from '../profiles/profile-statistics.ts';
import { upsertProfile } from '../profiles/upsert-profile.ts';
import { empty, json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson, readQuery } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';
import { pathText } from '../http/path-text.ts';
import { expectedVersion, isOfKnown } from '../http/versions.ts';
import { profileAnswer, userIdOf } from './profile-answer.ts';

const calls = {
  'GET /api/user-profiles/admin/statistics': async (c) => json(await profileStatistics(c.get('context'))),

  'GET /api/user-profiles': async (c) => {
    const id = c.req.query('id');
    if (id !== undefined) return profileAnswer(await findProfile(c.get('context'), id));
    const page = await listProfiles(c.get('context'), readQuery(c, profileListQuery));
    return pageAnswer(page.rows, page);
  },

  'GET /api/user-profiles/email/:email': async (c) =>
    profileAnswer(await findByEmail(c.get('context'), pathText(c, 'email', 'profile-not-found'))),

  'POST /api/user-profiles': async (c) =>
    profileAnswer(await createProfile(c.get('context'), await readJson(c, profileInput)), 201),

  'PUT /api/user-profiles/user/:userId/upsert': async (c) => {
    const id = userIdOf(c);
    const change = await readJson(c, profileChange);
    const expected = { version: expectedVersion(c), isKnown: isOfKnown(c) };
    const saved = await upsertProfile(c.get('context'), id, change, expected);
    return profileAnswer(saved, saved.isNew ? 201 : 200);
  },

  'DELETE /api/user-profiles/user/:userId': async (c) => {
    await deleteProfile(c.get('context'), userIdOf(c), expectedVersion(c));
    return empty();
  },
} satisfies Calls;

/** The user-profile service: everybody's profiles for admins and machines, one's own for whoever is signed in. */
export const userProfileCalls = {
  ...calls,
  // Each call exists under both addresses that the specification gives.
  'GET /user-profiles/admin/statistics': calls['GET /api/user-profiles/admin/statistics'],
  'GET /user-profiles': calls['GET /api/user-profiles'],
  'GET /user-profiles/email/:email': calls['GET /api/user-profiles/email/:email'],
  'POST /user-profiles': calls['POST /api/user-profiles'],
  'PUT /user-profiles/user/:userId/upsert': calls['PUT /api/user-profiles/user/:userId/upsert'],
  'DELETE /user-profiles/user/:userId': calls['DELETE /api/user-profiles/user/:userId'],
} satisfies Calls;
