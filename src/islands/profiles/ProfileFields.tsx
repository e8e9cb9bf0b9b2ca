import type { ReactNode } from 'react';
import { profileServiceMessages } from '../../shared/messages/profiles.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import type { ProfileJson } from '../../shared/schemas/profile.ts';
import type { FieldErrors, ReadField } from '../ui/use-form.ts';
import { TextField } from '../ui/fields.tsx';
import { isPictureUrl } from '../../shared/text.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { optionalEmailProblem } from '../ui/email-problem.ts';

interface Props {
  readonly values: Partial<ProfileValues>;
  /** True if the user edits their own profile, so that the browser may fill the fields. */
  readonly isOwnProfile?: boolean;
  readonly userIdHint?: string | undefined;
  readonly emailHint?: string | null;
  readonly userIdOptional?: boolean;
  readonly userIdFixed?: boolean;
  readonly onPicture?: (address: string) => void;
  /** Shown below the picture's address. */
  readonly children?: ReactNode;
}

const autoCompletes: Partial<Record<ProfileField, string>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
  pictureUrl: 'photo',
};

/** The seven fields of a profile, for the dashboard and the editor. */
export function ProfileFields(props: Props) {
  const { values, isOwnProfile, userIdHint, userIdOptional = false, userIdFixed = false } = props;
  const commonProps = (name: ProfileField) => ({
    name,
    label: fieldLabels[name],
    defaultValue: values[name] ?? '',
    maxLength: maxLengths[name],
    autoComplete: (isOwnProfile ? autoCompletes[name] : undefined) ?? 'off',
  });
  /** For texts that the browser must not correct. */
  const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <TextField
        {...commonProps('userId')}
        {...verbatim}
        optional={userIdOptional}
        disabled={userIdFixed}
        hint={userIdHint}
      />
      <TextField {...commonProps('name')} optional />
      <TextField {...commonProps('email')} type="email" optional hint={props.emailHint} />
      <TextField {...commonProps('phone')} type="tel" optional />
      <div className="profile-picture">
        <TextField
          {...commonProps('pictureUrl')}
          {...verbatim}
          type="url"
          optional
          hint={profileServiceMessages.pictureHint}
          onBlur={({ target }) => props.onPicture?.(target.value.trim())}
        />
        {props.children}
      </div>
      <TextField {...commonProps('facebookId')} {...verbatim} optional />
      <TextField {...commonProps('linkedinId')} {...verbatim} optional />
    </>
  );
}

export type ProfileField = keyof typeof fieldLabels;

const fieldLabels = {
  userId: 'User ID',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  pictureUrl: 'Picture URL',
  facebookId: 'Facebook ID',
  linkedinId: 'LinkedIn ID',
} as const;

/** A profile's fields as the API expects them. Null means empty. */
export type ProfileValues = Readonly<Pick<ProfileJson, ProfileField>>;

/** Reads the typed values. `userId` is the fixed user ID if the form has no field for it. */
export function readValues(read: ReadField<ProfileField>, userId = read('userId').trim()): ProfileValues {
  const textOrNull = (field: ProfileField) => read(field).trim() || null;
  return {
    userId,
    name: textOrNull('name'),
    email: textOrNull('email'),
    phone: textOrNull('phone'),
    pictureUrl: textOrNull('pictureUrl'),
    facebookId: textOrNull('facebookId'),
    linkedinId: textOrNull('linkedinId'),
  };
}

/** Returns the errors of the email and the picture. The server checks all fields. */
export function valueErrors({ pictureUrl }: ProfileValues, form: HTMLFormElement): FieldErrors<ProfileField> {
  return {
    email: optionalEmailProblem(form, 'email'),
    pictureUrl:
      pictureUrl === null || isPictureUrl(pictureUrl) ? undefined : problemText('profile-picture-shape'),
  };
}
