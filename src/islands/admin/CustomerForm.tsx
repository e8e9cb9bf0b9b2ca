import { customerAdminMessages } from '../../shared/messages/customer-admin.ts';
import { customerAdminProblemText } from '../../shared/problems/customer-admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { isEmailField } from '../forms/is-email-field.ts';
import type { FieldErrors, Read } from '../forms/use-form.ts';
import { RecordForm } from '../records/RecordForm.tsx';
import { type RecordFormProps, useRecordForm } from '../records/use-record-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { type CustomerRecord, reloadCustomer, saveCustomer } from './customer-record.ts';

const fields = ['name', 'email'] as const;
type Field = (typeof fields)[number];

const check = (read: Read<Field>, form: HTMLFormElement): FieldErrors<Field> => {
  if (!isEmailField(form, 'email')) return { email: problemText('email-invalid') };
  const isEmpty = fields.every((field) => read(field).trim() === '');
  return isEmpty ? { name: problemText('customer-empty') } : {};
};

const rules = {
  fields,
  texts: {
    created: customerAdminMessages.customerCreated,
    updated: customerAdminMessages.customerUpdated,
    failed: customerAdminProblemText('customer-save-failed'),
  },
  check,
  save: (read: Read<Field>, editing: CustomerRecord | null) =>
    saveCustomer(editing, { name: read('name').trim() || null, email: read('email').trim() || null }),
  reload: reloadCustomer,
};

/** Makes a customer, or changes one: a name, an email, or both. */
export const CustomerForm = (props: RecordFormProps<CustomerRecord>) => {
  const { editing, onCancel } = props;
  const form = useRecordForm(props, rules);
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
