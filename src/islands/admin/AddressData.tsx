import { messages } from '../../shared/messages.ts';
import { emailProblem } from '../forms/email-problem.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import type { Said } from '../records/ScreenNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { downloadPersonalData } from './personal-data.ts';

const { admin } = messages;

/** Downloads what is kept about any address: buyers, affiliates and readers, of whom no row may be listed. */
export const AddressData = ({ say }: { readonly say: (said: Said | null) => void }) => {
  const submit = async (read: Read<'email'>, element: HTMLFormElement): Promise<Outcome<'email'>> => {
    say(null);
    const wrong = emailProblem(element, 'email');
    if (wrong !== undefined) return { fields: { email: wrong } };
    const failure = await downloadPersonalData(read('email').trim());
    if (failure !== null) say({ kind: 'error', text: failure });
    return { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  return (
    <details className="unfolding">
      <summary>{admin.allDataAbout}</summary>
      <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          maxLength={255}
          error={errors.email}
          readOnly={busy}
        />
        <div className="form-actions">
          <SubmitButton label={admin.downloadAllData} busyLabel={admin.downloadingAllData} busy={busy} />
        </div>
      </form>
    </details>
  );
};
