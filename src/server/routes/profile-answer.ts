import type { StoredProfile } from '../profiles/profile.ts';
import type { Answer } from '../http/answer.ts';
import { pathText } from '../http/path-text.ts';
import type { Request } from '../http/types.ts';
import { recordAnswer } from '../http/versions.ts';

/** Whose profile the path names. */
export const userIdOf = (c: Request): string => pathText(c, 'userId', 'profile-not-found');

/** A profile, with its version. */
export const profileAnswer = (stored: StoredProfile, status: 200 | 201 = 200): Answer =>
  recordAnswer(stored.profile, stored, status);
