import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { isEmailField } from '../forms/is-email-field.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { outcomeOfSave, RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { type CustomerRecord, saveCustomer } from './customer-record.ts';

const fieldNames = ['name', 'email'] as const;
type Field = (typeof fieldNames)[number];

const { admin } = messages;

const texts = {
  created: admin.customerCreated,
  updated: admin.customerUpdated,
  failed: problemText('customer-save-failed'),
};

/** Makes a customer, or changes one: a name, an email, or both. */
export const CustomerForm = (props: RecordFormProps<CustomerRecord>) => {
  const { editing, say, onCancel } = props;
  const submit = async (read: Read<Field>, form: HTMLFormElement): Promise<Outcome<Field>> => {
    say(null);
    if (!isEmailField(form, 'email')) return { fields: { email: problemText('email-invalid') } };
    const name = read('name').trim() || null;
    const email = read('email').trim() || null;
    if (name === null && email === null) return { fields: { name: problemText('customer-empty') } };
    const answer = await saveCustomer(editing, { name, email });
    return outcomeOfSave(answer, props, texts, fieldNames);
  };

  const form = useForm(submit);
  const { busy, errors } = form;
  return (
    <RecordForm form={form} onCancel={editing && onCancel}>
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
    </RecordForm>
  );
};
