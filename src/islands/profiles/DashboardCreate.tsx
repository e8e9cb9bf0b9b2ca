import { useRef, useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { fieldErrors, type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { failureText } from './profile-record.ts';
import { type ProfileField, profileFields, valuesOf, wrongFields } from './profile-values.ts';
import { useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';

/** Makes a profile; without a user ID of its own it gets one from the clock. */
export const DashboardCreate = ({ onCreated }: { readonly onCreated: () => void }) => {
  const [notice, notify] = useState<Notice | null>(null);
  /** Stays until the profile is there: where only the answer was lost, a second try makes no second profile. */
  const drawn = useRef<string>(null);
  const lost = useRef(false);
  const submit = async (
    read: Read<ProfileField>,
    target: HTMLFormElement,
  ): Promise<Outcome<ProfileField>> => {
    notify(null);
    const values = valuesOf(read, read('userId').trim() || (drawn.current ??= texts.newUserId(Date.now())));
    const fields = wrongFields(values, target);
    if (Object.keys(fields).length > 0) return { fields };
    const answer = await authFetch('POST /api/user-profiles', { body: values });
    if (!answer.ok) {
      const made = answer.status === 409 && lost.current && values.userId === drawn.current;
      lost.current = (answer.status === 0 || answer.status >= 500) && values.userId === drawn.current;
      const failed = profileProblemText('profile-create-failed', answer.error ?? failureText(answer));
      notify({ kind: 'error', text: made ? texts.dashboardMadeBefore : failed });
      if (answer.status === 409) {
        drawn.current = null;
        onCreated();
      }
      return made ? { done: true } : { fields: fieldErrors(answer.data, profileFields) };
    }
    drawn.current = null;
    lost.current = false;
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
      {...{ onSubmit, onInput }}
      aria-label={texts.createTab}
    >
      <ProfileFields values={{}} errors={errors} busy={busy} userIdHint={texts.userIdHint} userIdOptional />
      <div className="form-actions">
        <SubmitButton label={texts.create} busyLabel={texts.creating} busy={busy} />
      </div>
      <FormNotice notice={notice} />
    </form>
  );
};
