import type { StoredProfile } from '../domain/profile/profile.ts';
import { pathText } from '../http/path-text.ts';
import type { Request } from '../http/types.ts';
import { setVersion } from '../http/versions.ts';

/** Whose profile the path names. */
export const userIdOf = (c: Request): string => pathText(c, 'userId', 'profile-not-found');

/** Answers with a profile, and names its version. */
export const answerProfile = (c: Request, stored: StoredProfile, status: 200 | 201 = 200): Response => {
  setVersion(c, stored);
  return c.json(stored.profile, status);
};
