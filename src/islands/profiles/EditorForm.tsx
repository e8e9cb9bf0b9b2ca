import { useState } from 'react';
import type { ApiAnswer } from '../../client/api.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import type { Notice } from '../ui/notices.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { createProfile, storedProfile, type StoredProfile, updateProfile } from './profile-record.ts';
import {
  type ProfileField,
  profileFields,
  ProfileFields,
  type ProfileValues,
  readValues,
  valueErrors,
  valuesDiffer,
} from './ProfileFields.tsx';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { isPictureUrl } from '../../shared/text.ts';

interface Props {
  /** The profile that is edited. Null creates a new profile. */
  readonly stored: StoredProfile | null;
  /** The initial values of a new profile. */
  readonly prefill: Partial<ProfileValues>;
  /** The signed-in member, who edits only their own profile; null for an admin or a service. */
  readonly member: SignedIn | null;
  readonly changed: boolean;
  readonly onChange: (changed: boolean) => void;
  /** True while the profile is being deleted. */
  readonly deleting: boolean;
  readonly notify: (notice: Notice | null) => void;
  readonly onSaved: (stored: StoredProfile) => void;
  readonly onRefused: (code: 'editor-save-failed' | 'editor-delete-failed', answer: ApiAnswer) => void;
  readonly onReset: () => void;
  /** Deletes the profile after a question. Resolves with the answer if it was refused. */
  readonly onDelete: () => Promise<ApiAnswer | null>;
}

/** The form that creates, edits or deletes one profile. */
export function EditorForm(props: Props) {
  const { stored, prefill, member, changed, onChange, deleting, onRefused } = props;
  const userId = stored?.profile.userId ?? member?.uid;
  /** The values that are stored now, or the values of an unchanged new profile. */
  const unchangedValues: Partial<ProfileValues> = stored?.profile ?? {
    ...prefill,
    ...(member && { userId: member.uid }),
  };
  /** The initial values. They do not change when another version of the profile is loaded. */
  const [initialValues] = useState(unchangedValues);
  const [picture, setPicture] = useState(unchangedValues.pictureUrl ?? '');

  const submit = async (
    read: ReadField<ProfileField>,
    form: HTMLFormElement,
  ): Promise<Outcome<ProfileField>> => {
    if (!changed || deleting) return { done: true };
    props.notify(null);
    const typedValues = readValues(read, userId);
    const fields = {
      ...(typedValues.userId === '' && { userId: problemText('profile-user-id-required') }),
      ...valueErrors(typedValues, form),
    };
    if (Object.keys(fields).length > 0) return { fields };
    const answer = await (stored ? updateProfile(stored, typedValues) : createProfile(typedValues));
    const savedProfile = storedProfile(answer);
    if (savedProfile) {
      props.onSaved(savedProfile);
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
        onChange(valuesDiffer(valuesIn(event.currentTarget, userId), unchangedValues));
      }}
    >
      <ProfileFields
        values={initialValues}
        errors={form.errors}
        busy={form.busy || deleting}
        isOwnProfile={member !== null}
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
}

function valuesIn(form: HTMLFormElement, userId: string | undefined): ProfileValues {
  const data = new FormData(form);
  return readValues((field) => String(data.get(field) ?? ''), userId);
}

/** A preview of the picture, without a referrer. Shows a hint if the picture cannot be loaded. */
function EditorPicture({ address }: { readonly address: string }) {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  if (!isPictureUrl(address)) return null;
  if (failedAddress === address)
    return <p className="hint">{profileProblemText('profile-picture-failed')}</p>;
  return (
    <img
      key={address}
      src={address}
      alt="Picture of the profile"
      width="96"
      height="96"
      referrerPolicy="no-referrer"
      onError={() => {
        setFailedAddress(address);
      }}
    />
  );
}
