import type { ReactNode } from 'react';
import type { FieldErrors } from '../forms/use-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { fieldLabels, type ProfileField, type Values } from './profile-values.ts';

interface Props {
  readonly values: Partial<Values>;
  readonly errors: FieldErrors<ProfileField>;
  readonly busy: boolean;
  /** What is said of the user ID. */
  readonly userIdHint?: string | undefined;
  readonly userIdOptional?: boolean;
  /** The user ID of a profile that exists stays what it is. */
  readonly userIdFixed?: boolean;
  readonly onPicture?: (address: string) => void;
  /** Stands with the picture's address. */
  readonly children?: ReactNode;
}

/** The seven fields of a profile, as the dashboard and the editor ask for them. */
export const ProfileFields = (props: Props) => {
  const { values, errors, busy, userIdHint, userIdOptional = false, userIdFixed = false } = props;
  const common = (name: ProfileField) => ({
    name,
    label: fieldLabels[name],
    defaultValue: values[name] ?? '',
    error: errors[name],
    readOnly: busy,
    autoComplete: 'off',
  });
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <TextField
        {...common('userId')}
        {...plain}
        maxLength={128}
        optional={userIdOptional}
        disabled={userIdFixed}
        hint={userIdHint}
      />
      <TextField {...common('name')} maxLength={100} optional />
      <TextField {...common('email')} type="email" maxLength={255} optional />
      <TextField {...common('phone')} type="tel" maxLength={20} optional />
      <div className="profile-picture">
        <TextField
          {...common('pictureUrl')}
          {...plain}
          type="url"
          maxLength={2048}
          optional
          hint="An address that begins with https://"
          onBlur={({ target }) => props.onPicture?.(target.value.trim())}
        />
        {props.children}
      </div>
      <TextField {...common('facebookId')} {...plain} maxLength={100} optional />
      <TextField {...common('linkedinId')} {...plain} maxLength={100} optional />
    </>
  );
};
