import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';

const open = (read: Read<'target'>): Promise<Outcome<'target'>> => {
  const target = read('target').trim();
  if (target === '') return Promise.resolve({ fields: { target: 'Enter a user ID or an email' } });
  const query = new URLSearchParams({ [target.includes('@') ? 'email' : 'id']: target });
  location.assign(`${location.pathname}?${query.toString()}`);
  return Promise.resolve({ leaving: true });
};

/** Asks whose profile is meant where the address does not say it. */
export const EditorLookup = () => {
  const { form, busy, errors, onSubmit, onInput } = useForm(open);
  return (
    <form ref={form} className="controls" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <TextField
        name="target"
        label="User ID or email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        error={errors.target}
        readOnly={busy}
      />
      <div className="buttons">
        <SubmitButton label="Open Profile" busyLabel="Opening..." busy={busy} />
      </div>
    </form>
  );
};
