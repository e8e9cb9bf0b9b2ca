import { useRef } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { Form, FormEnd } from '../ui/Form.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { type ProfileField, ProfileFields, readValues, valueErrors } from './ProfileFields.tsx';
import { profileFailureText } from './profile-record.ts';
import { useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';

/** Creates a profile. Without a user ID it generates one from the current time. */
export function DashboardCreate({ onCreated }: { readonly onCreated: () => void }) {
  /** The generated user ID. It stays until the profile exists, so that a retry after a lost answer creates no second profile. */
  const generatedId = useRef<string>(null);
  /** True if the last call with the generated user ID may have created the profile although its answer was lost. */
  const isAnswerLost = useRef(false);
  const submit = async (
    read: ReadField<ProfileField>,
    target: HTMLFormElement,
  ): Promise<Outcome<ProfileField>> => {
    const values = readValues(
      read,
      read('userId').trim() || (generatedId.current ??= texts.newUserId(Date.now())),
    );
    const fields = valueErrors(values, target);
    if (Object.values(fields).some(Boolean)) return { fields };
    const answer = await authFetch('POST /api/user-profiles', { body: values });
    const isGenerated = values.userId === generatedId.current;
    if (answer.ok) {
      generatedId.current = null;
      isAnswerLost.current = false;
      target.reset();
      onCreated();
      return { success: texts.dashboardCreated };
    }
    const wasCreatedBefore = answer.status === 409 && isAnswerLost.current && isGenerated;
    isAnswerLost.current = (answer.status === 0 || answer.status >= 500) && isGenerated;
    if (answer.status === 409) {
      generatedId.current = null;
      onCreated();
    }
    if (wasCreatedBefore) return { error: texts.createdBefore };
    return {
      fields: fieldErrors(answer, target),
      error: profileProblemText('profile-create-failed', answer.error ?? profileFailureText(answer)),
    };
  };
  const form = useForm(submit);
  useUnsavedChangesPrompt(form.element);

  return (
    <Form form={form} className="form record-form" label={texts.createTab}>
      <ProfileFields values={{}} userIdHint={texts.userIdHint} userIdOptional />
      <FormEnd label={texts.create} busyLabel={texts.creating} />
    </Form>
  );
}
