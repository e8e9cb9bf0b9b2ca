import * as z from 'zod/mini';
import { isLine, isPicture } from '../text.ts';
import { profileMaxima } from '../profile-maxima.ts';
import { optionalEmail, optionalLine, optionalText, requiredText } from './text.ts';

const optionalShape = (max: number, isRight: (text: string) => boolean, message: string) =>
  optionalText(max).check(z.refine((text) => text === null || isRight(text), message));

const visible = /^[^\s/\\?#%\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u;

/** Whether a text can be a profile's user id, which stands in addresses: nothing there that divides them or cannot be seen. */
export const isProfileUserId = (text: string): boolean =>
  [...text].length <= profileMaxima.userId && visible.test(text) && text !== '.' && text !== '..';

/** Whose profile it is: an account's uid, or another system's id of somebody. */
const profileUserId = z.pipe(
  requiredText(profileMaxima.userId, 'profile-user-id-required'),
  z.string().check(z.refine(isProfileUserId, 'profile-user-id-shape')),
);

const phone = /^(?=.*\d)(?:[\d +().,/#*-]|ext|x)+$/i;

const pictureUrl = z.pipe(
  optionalShape(profileMaxima.pictureUrl, (text) => isLine(text) && isPicture(text), 'profile-picture-shape'),
  z.transform((text) => text?.replace(/^https/i, 'https') ?? null),
);

/** The name in an address at another site, not the address. */
const isLink = (text: string): boolean => /^(?!\.+$)[A-Za-z0-9._-]+$/.test(text);

const fields = {
  name: optionalLine(profileMaxima.name),
  email: optionalEmail,
  phone: optionalShape(profileMaxima.phone, (text) => phone.test(text), 'profile-phone-shape'),
  pictureUrl,
  facebookId: optionalShape(profileMaxima.facebookId, isLink, 'profile-link-shape'),
  linkedinId: optionalShape(profileMaxima.linkedinId, isLink, 'profile-link-shape'),
};

/** What somebody sends who makes a profile; empty and missing optional fields become null, others are ignored. */
export const profileInput = z.object({ userId: profileUserId, ...fields });

/** What somebody saves under an address that names the user already; sent along, the id must be the same. */
export const profileChange = z.object({ userId: z.nullish(profileUserId), ...fields });

const text = z.nullable(z.string());

/** A profile as the API answers it: these ten fields, the moments ISO 8601 UTC. */
export const profileJson = z.object({
  id: z.string(),
  userId: z.string(),
  name: text,
  email: text,
  phone: text,
  pictureUrl: text,
  facebookId: text,
  linkedinId: text,
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** How many profiles there are, and how many of them have which field. */
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
