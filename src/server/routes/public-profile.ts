import { publicProfile } from '../domain/profile/public-profile.ts';
import type { Calls } from '../http/calls.ts';
import type { Request } from '../http/types.ts';
import { answerProfile, userIdOf } from './profile-answer.ts';

const show = async (c: Request): Promise<Response> =>
  answerProfile(c, await publicProfile(c.get('context'), userIdOf(c)));

/** One profile, which everybody may see, under both addresses that the specification gives. */
export const publicProfileCalls = {
  'GET /api/user-profiles/user/:userId': show,
  'GET /user-profiles/user/:userId': show,
} satisfies Calls;
