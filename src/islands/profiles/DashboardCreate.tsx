import { useRef, useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import {
  type ProfileField,
  profileFields,
  ProfileFields,
  readValues,
  valueErrors,
} from './ProfileFields.tsx';
import { failureText } from './profile-record.ts';
import { useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';

/** Creates a profile. Without a user ID it generates one from the current time. */
export function DashboardCreate({ onCreated }: { readonly onCreated: () => void }) {
  const [notice, notify] = useState<Notice | null>(null);
  /** The generated user ID. It stays until the profile exists, so that a retry after a lost answer creates no second profile. */
  const generatedId = useRef<string>(null);
  /** True if the last call with the generated user ID may have created the profile although its answer was lost. */
  const isAnswerLost = useRef(false);
  const submit = async (
    read: ReadField<ProfileField>,
    target: HTMLFormElement,
  ): Promise<Outcome<ProfileField>> => {
    notify(null);
    const values = readValues(
      read,
      read('userId').trim() || (generatedId.current ??= texts.newUserId(Date.now())),
    );
    const fields = valueErrors(values, target);
    if (Object.keys(fields).length > 0) return { fields };
    const answer = await authFetch('POST /api/user-profiles', { body: values });
    if (!answer.ok) {
      const wasCreatedBefore =
        answer.status === 409 && isAnswerLost.current && values.userId === generatedId.current;
      isAnswerLost.current =
        (answer.status === 0 || answer.status >= 500) && values.userId === generatedId.current;
      const failureMessage = profileProblemText('profile-create-failed', answer.error ?? failureText(answer));
      notify({ kind: 'error', text: wasCreatedBefore ? texts.createdBefore : failureMessage });
      if (answer.status === 409) {
        generatedId.current = null;
        onCreated();
      }
      return wasCreatedBefore ? { done: true } : { fields: fieldErrors(answer.data, profileFields) };
    }
    generatedId.current = null;
    isAnswerLost.current = false;
    target.reset();
    notify({ kind: 'success', text: texts.dashboardCreated });
    onCreated();
    return { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  useUnsavedChangesPrompt(form);

  return (
    <form
      ref={form}
      className="form record-form"
      method="dialog"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
      aria-label={texts.createTab}
    >
      <ProfileFields values={{}} errors={errors} busy={busy} userIdHint={texts.userIdHint} userIdOptional />
      <div className="form-actions">
        <SubmitButton label={texts.create} busyLabel={texts.creating} busy={busy} />
      </div>
      <FormNotice notice={notice} />
    </form>
  );
}
