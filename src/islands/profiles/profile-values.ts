import { isPictureUrl } from '../../shared/text.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { isEmailField } from '../ui/email-problem.ts';
import type { FieldErrors, Read } from '../ui/use-form.ts';

/** What a profile's form holds, in its order. */
export const profileFields = [
  'userId',
  'name',
  'email',
  'phone',
  'pictureUrl',
  'facebookId',
  'linkedinId',
] as const;
export type ProfileField = (typeof profileFields)[number];

export const fieldLabels: Readonly<Record<ProfileField, string>> = {
  userId: 'User ID',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  pictureUrl: 'Picture URL',
  facebookId: 'Facebook ID',
  linkedinId: 'LinkedIn ID',
};

/** A profile's fields as the API takes them: null where there is nothing. */
export type Values = { readonly [Field in Exclude<ProfileField, 'userId'>]: string | null } & {
  readonly userId: string;
};

/** What was typed, as the API takes it; `userId` is the fixed one where the form has none to type. */
export const valuesOf = (read: Read<ProfileField>, userId = read('userId').trim()): Values => {
  const typed = (field: ProfileField) => read(field).trim() || null;
  return {
    userId,
    name: typed('name'),
    email: typed('email'),
    phone: typed('phone'),
    pictureUrl: typed('pictureUrl'),
    facebookId: typed('facebookId'),
    linkedinId: typed('linkedinId'),
  };
};

/** A profile's fields as a form holds them. */
const textsOf = (values: Partial<Values>): Readonly<Record<ProfileField, string>> => ({
  userId: values.userId ?? '',
  name: values.name ?? '',
  email: values.email ?? '',
  phone: values.phone ?? '',
  pictureUrl: values.pictureUrl ?? '',
  facebookId: values.facebookId ?? '',
  linkedinId: values.linkedinId ?? '',
});

/** Whether two versions of a profile differ in any field. */
export const differ = (one: Partial<Values>, other: Partial<Values>): boolean => {
  const [texts, others] = [textsOf(one), textsOf(other)];
  return profileFields.some((field) => texts[field] !== others[field]);
};

/** What the browser's own checks of an email and an address find, in the site's words; the server checks all. */
export const wrongFields = (
  { email, pictureUrl }: Values,
  form: HTMLFormElement,
): FieldErrors<ProfileField> => ({
  ...(email !== null && !isEmailField(form, 'email') && { email: problemText('email-invalid') }),
  ...(pictureUrl !== null &&
    !isPictureUrl(pictureUrl) && { pictureUrl: problemText('profile-picture-shape') }),
});
