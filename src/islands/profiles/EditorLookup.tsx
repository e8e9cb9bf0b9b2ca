import { profileServiceMessages } from '../../shared/messages/profile-service.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { TextField } from '../ui/TextField.tsx';

const open = (read: Read<'target'>): Promise<Outcome<'target'>> => {
  const target = read('target').trim();
  if (target === '')
    return Promise.resolve({ fields: { target: profileProblemText('editor-target-required') } });
  const query = new URLSearchParams({ [target.includes('@') ? 'email' : 'id']: target });
  location.assign(`${location.pathname}?${query.toString()}`);
  // The browser may ask about unsaved changes, and whoever stays goes on here: the form is at rest.
  return Promise.resolve({ done: true });
};

/** Asks whose profile is meant where the address does not say it. */
export const EditorLookup = () => {
  const { form, errors, onSubmit, onInput } = useForm(open);
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
      />
      <div className="buttons">
        <button type="submit" className="button button-primary">
          {profileServiceMessages.open}
        </button>
      </div>
    </form>
  );
};
