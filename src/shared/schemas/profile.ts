import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { isLine, isPictureUrl } from '../text.ts';
import { optionalEmail, optionalLine, optionalText, requiredText } from './text.ts';

const userIdPattern = /^[^\s/\\?#%\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u;

/** True for text that can be a user id. User ids are part of URLs, so they have no delimiters and no invisible characters. */
export function isProfileUserId(text: string): boolean {
  return [...text].length <= maxLengths.userId && userIdPattern.test(text) && text !== '.' && text !== '..';
}

/** The uid of an account, or an id of another system. */
const profileUserId = z.pipe(
  requiredText(maxLengths.userId, 'profile-user-id-required'),
  z.string().check(z.refine(isProfileUserId, 'profile-user-id-shape')),
);

const phonePattern = /^(?=.*\d)(?:[\d +().,/#*-]|ext|x)+$/i;

/** An account's name in a URL of another site; not the URL itself. */
const accountNamePattern = /^(?!\.+$)[A-Za-z0-9._-]+$/;

const fields = {
  name: optionalLine(maxLengths.name),
  email: optionalEmail,
  phone: optionalMatch(maxLengths.phone, (text) => phonePattern.test(text), 'profile-phone-shape'),
  pictureUrl: z.pipe(
    optionalMatch(
      maxLengths.pictureUrl,
      (text) => isLine(text) && isPictureUrl(text),
      'profile-picture-shape',
    ),
    z.transform((text) => text?.replace(/^https/i, 'https') ?? null),
  ),
  facebookId: optionalMatch(
    maxLengths.facebookId,
    (text) => accountNamePattern.test(text),
    'profile-link-shape',
  ),
  linkedinId: optionalMatch(
    maxLengths.linkedinId,
    (text) => accountNamePattern.test(text),
    'profile-link-shape',
  ),
};

/** Optional text with a shape. Empty or missing text becomes null. */
function optionalMatch(max: number, matches: (text: string) => boolean, message: string) {
  return optionalText(max).check(z.refine((text) => text === null || matches(text), message));
}

/** A new profile. Unknown fields are ignored. */
export const profileInput = z.object({ userId: profileUserId, ...fields });

/** A changed profile. A user id must equal the user id in the path. */
export const profileChange = z.object({ userId: z.nullish(profileUserId), ...fields });

const nullableText = z.nullable(z.string());

/** A profile as the API answers it. Dates are ISO 8601 UTC. */
export const profileJson = z.object({
  id: z.string(),
  userId: z.string(),
  name: nullableText,
  email: nullableText,
  phone: nullableText,
  pictureUrl: nullableText,
  facebookId: nullableText,
  linkedinId: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** The number of profiles, and of profiles with each field. */
export const profileStatistics = z.object({
  totalProfiles: z.number(),
  profilesWithEmail: z.number(),
  profilesWithPhone: z.number(),
  profilesWithName: z.number(),
});

export type ProfileInput = z.infer<typeof profileInput>;
export type ProfileChange = z.infer<typeof profileChange>;
export type ProfileJson = z.infer<typeof profileJson>;
export type ProfileStatistics = z.infer<typeof profileStatistics>;
