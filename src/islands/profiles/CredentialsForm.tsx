import { forgetCredentials, heldName, holdCredentials } from '../../client/accounts/auth-fetch.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { FormNotice } from '../ui/FormNotice.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/TextField.tsx';

type Field = 'service-name' | 'service-password';

interface Props {
  /** Does what was refused once more; resolves to the status it came to. */
  readonly retry: () => Promise<number>;
}

/** Takes a service's name and password, for this tab alone, and tries again with them. */
export const CredentialsForm = ({ retry }: Props) => {
  const submit = async (read: Read<Field>): Promise<Outcome<Field>> => {
    const name = read('service-name');
    const password = read('service-password');
    if (name === '' || password === '')
      return {
        fields: {
          ...(name === '' && { 'service-name': profileProblemText('service-name-required') }),
          ...(password === '' && { 'service-password': profileProblemText('service-password-required') }),
        },
      };
    holdCredentials({ name, password });
    const status = await retry();
    // The service refused them, and they are forgotten already.
    if (status === 401) return { error: profileProblemText('service-credentials-refused') };
    return { done: true };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);

  return (
    <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <FormNotice notice={notice} />
      <TextField
        name="service-name"
        label="Service name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors['service-name']}
        readOnly={busy}
      />
      <TextField
        name="service-password"
        label="Service password"
        type="password"
        autoComplete="off"
        error={errors['service-password']}
        readOnly={busy}
      />
      <p className="hint">{texts.credentialsHint}</p>
      <div className="form-actions">
        <SubmitButton label={texts.useCredentials} busyLabel={texts.usingCredentials} busy={busy} />
      </div>
    </form>
  );
};

/** Says which service this tab calls as, and lets go of its credentials at a press. */
export const HeldCredentials = ({ onForget }: { readonly onForget: () => void }) => {
  const name = heldName();
  if (name === null) return null;
  return (
    <div ref={restoreFocus} className="account-bar">
      <p>{texts.calledAs(name)}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          forgetCredentials();
          onForget();
        }}
      >
        {texts.forgetCredentials}
      </button>
    </div>
  );
};
