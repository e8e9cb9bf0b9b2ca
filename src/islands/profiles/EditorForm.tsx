import { useState } from 'react';
import type { ApiAnswer } from '../../client/api.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { fieldErrors, type Outcome, type Read, useForm } from '../ui/use-form.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { createProfile, type Stored, storedIn, updateProfile } from './profile-record.ts';
import {
  differ,
  type ProfileField,
  profileFields,
  type Values,
  valuesOf,
  wrongFields,
} from './profile-values.ts';
import { ProfileFields } from './ProfileFields.tsx';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { isPictureUrl } from '../../shared/text.ts';

interface Props {
  /** The profile that is edited; null makes a new one. */
  readonly stored: Stored | null;
  /** What a new profile begins with. */
  readonly prefill: Partial<Values>;
  /** The signed-in member, who edits only their own profile; null for an admin or a service. */
  readonly member: SignedIn | null;
  readonly changed: boolean;
  readonly onChange: (changed: boolean) => void;
  /** True while the profile is being deleted. */
  readonly deleting: boolean;
  readonly notify: (notice: Notice | null) => void;
  readonly onSaved: (stored: Stored) => void;
  readonly onRefused: (code: 'editor-save-failed' | 'editor-delete-failed', answer: ApiAnswer) => void;
  readonly onReset: () => void;
  /** Asks, then deletes; the answer where that was refused. */
  readonly onDelete: () => Promise<ApiAnswer | null>;
}

const valuesIn = (form: HTMLFormElement, userId: string | undefined): Values => {
  const data = new FormData(form);
  return valuesOf((field) => String(data.get(field) ?? ''), userId);
};

/** The fields of one profile: makes it, saves what was changed of it, or deletes it. */
export const EditorForm = (props: Props) => {
  const { stored, prefill, member, changed, onChange, deleting, onRefused } = props;
  const userId = stored?.profile.userId ?? member?.uid;
  const before: Partial<Values> = stored?.profile ?? { ...prefill, ...(member && { userId: member.uid }) };
  /** The fields keep what was typed when the profile under them becomes another. */
  const [values] = useState(before);
  const [picture, setPicture] = useState(before.pictureUrl ?? '');

  const submit = async (read: Read<ProfileField>, form: HTMLFormElement): Promise<Outcome<ProfileField>> => {
    if (!changed || deleting) return { done: true };
    props.notify(null);
    const typed = valuesOf(read, userId);
    const fields = {
      ...(typed.userId === '' && { userId: problemText('profile-user-id-required') }),
      ...wrongFields(typed, form),
    };
    if (Object.keys(fields).length > 0) return { fields };
    const answer = await (stored ? updateProfile(stored, typed) : createProfile(typed));
    const saved = storedIn(answer);
    if (saved) {
      props.onSaved(saved);
      return { done: true };
    }
    onRefused('editor-save-failed', answer);
    return { fields: fieldErrors(answer.data, profileFields) };
  };
  const form = useForm(submit);

  const remove = async () => {
    const refusal = await props.onDelete();
    if (refusal) onRefused('editor-delete-failed', refusal);
  };

  const idle = !changed || deleting;
  return (
    <form
      ref={form.form}
      className="form record-form"
      method="dialog"
      noValidate
      onSubmit={form.onSubmit}
      onInput={(event) => {
        form.onInput(event);
        onChange(differ(valuesIn(event.currentTarget, userId), before));
      }}
    >
      <ProfileFields
        values={values}
        errors={form.errors}
        busy={form.busy || deleting}
        own={member !== null}
        userIdFixed={userId !== undefined}
        userIdHint={stored ? texts.userIdFixed : undefined}
        emailHint={member && (member.emailVerified ? texts.ownEmail : texts.unconfirmedEmail)}
        onPicture={setPicture}
      >
        <EditorPicture address={picture} />
      </ProfileFields>
      <div className="form-actions">
        <BusyButton
          type="submit"
          look="primary"
          label={stored ? texts.save : texts.saveNew}
          busyLabel={texts.saving}
          busy={form.busy}
          idle={idle}
        />
        <button
          type="button"
          className="button"
          aria-disabled={idle || form.busy}
          onClick={() => {
            if (!idle && !form.busy) props.onReset();
          }}
        >
          {texts.reset}
        </button>
        {stored && (
          <BusyButton
            look="danger"
            label={texts.delete}
            busyLabel={texts.deleting}
            busy={deleting}
            idle={form.busy}
            onPress={() => void remove()}
          />
        )}
      </div>
    </form>
  );
};

/** A look at the picture; one that cannot be had is hidden. Its host is not told who asks. */
export const EditorPicture = ({ address }: { readonly address: string }) => {
  const [failed, setFailed] = useState<string | null>(null);
  if (!isPictureUrl(address)) return null;
  if (failed === address) return <p className="hint">{profileProblemText('profile-picture-failed')}</p>;
  return (
    <img
      key={address}
      src={address}
      alt="Picture of the profile"
      width="96"
      height="96"
      referrerPolicy="no-referrer"
      onError={() => {
        setFailed(address);
      }}
    />
  );
};
