import type { ReactNode } from 'react';
import { profileServiceMessages } from '../../shared/messages/profiles.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import type { FieldErrors } from '../ui/use-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { fieldLabels, type ProfileField, type Values } from './profile-values.ts';

interface Props {
  readonly values: Partial<Values>;
  readonly errors: FieldErrors<ProfileField>;
  readonly busy: boolean;
  /** Whether whoever fills it in is the person of the profile: the browser may offer what it knows of them. */
  readonly own?: boolean;
  /** What is said of the user ID. */
  readonly userIdHint?: string | undefined;
  /** Hint of the email field. */
  readonly emailHint?: string | null;
  readonly userIdOptional?: boolean;
  /** The user ID of a profile that exists stays what it is. */
  readonly userIdFixed?: boolean;
  readonly onPicture?: (address: string) => void;
  /** Stands with the picture's address. */
  readonly children?: ReactNode;
}

const known: Partial<Record<ProfileField, string>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
  pictureUrl: 'photo',
};

/** The seven fields of a profile, as the dashboard and the editor ask for them. */
export const ProfileFields = (props: Props) => {
  const { values, errors, busy, own, userIdHint, userIdOptional = false, userIdFixed = false } = props;
  const common = (name: ProfileField) => ({
    name,
    label: fieldLabels[name],
    defaultValue: values[name] ?? '',
    maxLength: maxLengths[name],
    error: errors[name],
    readOnly: busy,
    autoComplete: (own ? known[name] : undefined) ?? 'off',
  });
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <TextField
        {...common('userId')}
        {...plain}
        optional={userIdOptional}
        disabled={userIdFixed}
        hint={userIdHint}
      />
      <TextField {...common('name')} optional />
      <TextField {...common('email')} type="email" optional hint={props.emailHint} />
      <TextField {...common('phone')} type="tel" optional />
      <div className="profile-picture">
        <TextField
          {...common('pictureUrl')}
          {...plain}
          type="url"
          optional
          hint={profileServiceMessages.pictureHint}
          onBlur={({ target }) => props.onPicture?.(target.value.trim())}
        />
        {props.children}
      </div>
      <TextField {...common('facebookId')} {...plain} optional />
      <TextField {...common('linkedinId')} {...plain} optional />
    </>
  );
};
