import { eq } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import { isProfileUserId } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { oneProfile } from './one-profile.ts';
import type { StoredProfile } from './profile.ts';

/** A user's profile, which everybody may see. Throws `profile-not-found`. */
export const publicProfile = async (context: Pick<Context, 'db'>, userId: string): Promise<StoredProfile> => {
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  return oneProfile(context, eq(userProfiles.userId, userId));
};
