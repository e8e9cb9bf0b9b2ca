import { publicProfile } from '../profiles/public-profile.ts';
import type { Calls, Handler } from '../http/calls.ts';
import { profileAnswer, userIdOf } from './profile-answer.ts';

const show: Handler = async (c) => profileAnswer(await publicProfile(c.get('context'), userIdOf(c)));

/** One profile, which everybody may see, under both addresses that the specification gives. */
export const publicProfileCalls = {
  'GET /api/user-profiles/user/:userId': show,
  'GET /user-profiles/user/:userId': show,
} satisfies Calls;
