import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { isEmailField } from '../forms/is-email-field.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type CustomerRecord, saveCustomer } from './customer-record.ts';

const fieldNames = ['name', 'email'] as const;
type Field = (typeof fieldNames)[number];

interface Props {
  /** The record being edited; null makes a new one. */
  readonly editing: CustomerRecord | null;
  readonly say: (notice: Notice | null) => void;
  readonly onSaved: () => void;
  /** The record is another by now: the list wants to be read again before the next try. */
  readonly onConflict: () => void;
  readonly onCancel: () => void;
}

const { admin } = messages;

/** Makes a customer, or changes one: a name, an email, or both. */
export const CustomerForm = ({ editing, say, onSaved, onConflict, onCancel }: Props) => {
  const submit = async (read: Read<Field>, form: HTMLFormElement): Promise<Outcome<Field>> => {
    say(null);
    if (!isEmailField(form, 'email')) return { fields: { email: problemText('email-invalid') } };
    const name = read('name').trim() || null;
    const email = read('email').trim() || null;
    if (name === null && email === null) return { fields: { name: problemText('customer-empty') } };
    const answer = await saveCustomer(editing, { name, email });
    if (answer.ok) {
      say({ kind: 'success', text: editing ? admin.customerUpdated : admin.customerCreated });
      onSaved();
      return { done: true };
    }
    say({ kind: 'error', text: answer.error ?? problemText('customer-save-failed') });
    if (editing && answer.status === 409) onConflict();
    return { fields: fieldErrors(answer.data, fieldNames) };
  };

  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form record-form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={100}
        optional
        defaultValue={editing?.name ?? ''}
        error={errors.name}
        readOnly={busy}
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={255}
        optional
        defaultValue={editing?.email ?? ''}
        error={errors.email}
        readOnly={busy}
      />
      <div className="form-actions">
        <SubmitButton label={admin.save} busyLabel={admin.saving} busy={busy} />
        {editing && (
          <button type="button" className="button" onClick={onCancel}>
            {admin.cancel}
          </button>
        )}
      </div>
    </form>
  );
};
