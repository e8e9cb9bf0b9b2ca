import { useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { isPictureUrl } from '../../shared/text.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { Form, SubmitButton } from '../ui/Form.tsx';
import { type RecordFormProps, useRecordForm } from '../ui/RecordForm.tsx';
import type { ReadField } from '../ui/use-form.ts';
import { isDirty, useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';
import { profileFailureText, type ProfileRecord, type StoredProfile } from './profile-record.ts';
import {
  type ProfileField,
  ProfileFields,
  type ProfileValues,
  readValues,
  valueErrors,
} from './ProfileFields.tsx';

interface Props extends Omit<
  RecordFormProps<StoredProfile, ProfileRecord>,
  'maySave' | 'onConflict' | 'onCancel'
> {
  /** The initial values of a new profile. */
  readonly prefill: Partial<ProfileValues>;
  /** The signed-in user if they edit only their own profile; null for an admin or a service. */
  readonly ownAccount: SignedIn | null;
  readonly changed: boolean;
  /** True while the profile is being deleted. Nothing else can be done then. */
  readonly deleting: boolean;
  readonly onChange: (changed: boolean) => void;
  /** Called with the answer to each save. */
  readonly onAnswer: (answer: ApiAnswer) => void;
  readonly reload: (profile: StoredProfile) => Promise<StoredProfile | string>;
  readonly onReset: () => void;
  /** Deletes the profile after a question. */
  readonly onDelete: () => Promise<void>;
}

/** The form that creates, edits or deletes one profile. */
export function EditorForm(props: Props) {
  const { editing, prefill, ownAccount, changed, onChange, onAnswer, reload } = props;
  const userId = editing?.profile.userId ?? ownAccount?.uid;
  /** The initial state. It does not change when another version of the profile is loaded, or when somebody deletes it. */
  const [start] = useState({
    isStored: editing !== null,
    values: editing?.profile ?? { ...prefill, ...(ownAccount && { userId: ownAccount.uid }) },
  });
  const isDeleted = start.isStored && !editing;
  const [picture, setPicture] = useState(start.values.pictureUrl ?? '');

  const form = useRecordForm<StoredProfile, ProfileField, ProfileRecord>(
    { ...props, onConflict: () => undefined },
    {
      texts: {
        created: texts.created,
        updated: texts.updated,
        explainFailure: (answer) => profileProblemText('editor-save-failed', profileFailureText(answer)),
      },
      check: (read, element) => {
        const values = readValues(read, userId);
        const userIdError = values.userId === '' ? problemText('profile-user-id-required') : undefined;
        return { userId: userIdError, ...valueErrors(values, element) };
      },
      save: async (read: ReadField<ProfileField>, stored) => {
        const body = readValues(read, userId);
        // The editor writes to the service without the prefix /api.
        const answer = stored
          ? await authFetch('PUT /user-profiles/user/:userId/upsert', {
              params: stored.profile,
              body,
              version: stored.version,
            })
          : await authFetch('POST /user-profiles', { body });
        onAnswer(answer);
        return answer;
      },
      reload,
    },
  );
  useUnsavedChangesPrompt(form.element);
  const busy = form.busy || props.deleting;

  return (
    <Form
      className="form record-form"
      form={{
        ...form,
        busy,
        onSubmit: (event) => {
          if (changed && !busy) form.onSubmit(event);
          else event.preventDefault();
        },
        onInput: (event) => {
          form.onInput(event);
          onChange(isDeleted || isDirty(form.element.current));
        },
      }}
    >
      <ProfileFields
        values={start.values}
        isOwnProfile={ownAccount !== null}
        userIdFixed={userId !== undefined}
        userIdHint={editing ? texts.userIdFixed : undefined}
        emailHint={ownAccount && (ownAccount.emailVerified ? texts.ownEmail : texts.unconfirmedEmail)}
        onPicture={setPicture}
      >
        <EditorPicture address={picture} />
      </ProfileFields>
      <div className="form-actions">
        <SubmitButton label={editing ? texts.save : texts.saveNew} busyLabel={texts.saving} idle={!changed} />
        <button
          type="button"
          className="button"
          aria-disabled={!changed || busy}
          onClick={() => {
            if (changed && !busy) props.onReset();
          }}
        >
          {texts.reset}
        </button>
        {editing && (
          <BusyButton
            label={texts.delete}
            busyLabel={texts.deleting}
            idle={form.busy}
            onPress={props.onDelete}
          />
        )}
      </div>
    </Form>
  );
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
