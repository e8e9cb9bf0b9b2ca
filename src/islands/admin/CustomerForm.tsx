import { maxLengths } from '../../shared/max-lengths.ts';
import { customerAdminMessages } from '../../shared/messages/admin.ts';
import { customerAdminProblemText } from '../../shared/problems/customer-admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { isEmailField } from '../ui/email-problem.ts';
import type { FieldErrors, Read } from '../ui/use-form.ts';
import { RecordForm } from '../ui/RecordForm.tsx';
import { type RecordFormProps, useRecordForm } from '../ui/use-record-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, recordOrMessage } from '../../client/api.ts';

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
        maxLength={maxLengths.name}
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
        maxLength={maxLengths.email}
        optional
        defaultValue={editing?.email ?? ''}
        error={errors.email}
        readOnly={busy}
      />
    </RecordForm>
  );
};

/** A customer as admins get it. */
export type CustomerRecord = AnswerOf<'GET /api/customers/:id'>;

/** The rows of a list: an object with a customers array, or a bare array. */
export function customersIn(answer: AnswerOf<'GET /api/customers'> | readonly CustomerRecord[]) {
  return 'customers' in answer ? answer.customers : answer;
}

interface CustomerChange {
  readonly name: string | null;
  readonly email: string | null;
}

/** Creates a customer, or saves a changed customer. Refused with 409 if somebody else changed it since it was read. */
export function saveCustomer(record: CustomerRecord | null, body: CustomerChange): Promise<ApiAnswer> {
  if (!record) return authFetch('POST /api/customers', { body });
  return authFetch('PUT /api/customers/:id', { params: record, body, version: record.version });
}

/** Loads the newest record of a customer, or the message of the failure. */
export async function reloadCustomer(record: CustomerRecord): Promise<CustomerRecord | string> {
  return recordOrMessage(await authFetch('GET /api/customers/:id', { params: record }));
}

/** Deletes a customer, and everything else that holds their name and address. */
export function deleteCustomer(record: CustomerRecord): Promise<ApiAnswer> {
  return authFetch('DELETE /api/customers/:id', { params: record, version: record.version });
}
