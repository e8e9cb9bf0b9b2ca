import { maxLengths } from '../../../shared/max-lengths.ts';
import { formatDate } from '../../../shared/dates.ts';
import { customerAdminMessages as texts } from '../../../shared/messages/admin.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { useRecords } from '../../data/use-records.ts';
import { AddressData, ExportDataButton } from './personal-data.tsx';
import { RecordAdmin, useRecordAdmin } from '../kit/RecordAdmin.tsx';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { isEmailField } from '../../ui/email-problem.ts';
import type { FieldErrors, ReadField } from '../../ui/use-form.ts';
import { RecordForm, type RecordFormProps, useRecordForm } from '../../ui/RecordForm.tsx';
import { TextField } from '../../ui/fields.tsx';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, recordOrMessage } from '../../../client/api.ts';

/** The customers. The server allows only admins to see and change them. */
export function CustomerAdmin() {
  return <StaffOnly failureText={customers.failureText}>{() => <Screen />}</StaffOnly>;
}

/** A customer as the API returns it to admins. */
export type CustomerRecord = AnswerOf<'GET /api/customers/:id'>;

const customers = {
  columns: [
    {
      label: 'Name',
      sort: 'name',
      heads: true,
      cell: ({ name }: CustomerRecord) => name?.trim() || <span className="soft">{texts.noName}</span>,
    },
    { label: 'Email', sort: 'email', cell: ({ email }: CustomerRecord) => email },
    { label: 'Created', sort: 'created_at', cell: (record: CustomerRecord) => formatDate(record.created_at) },
  ],
  nameOf: ({ name, email }: CustomerRecord) => name ?? email ?? '',
  rowNameOf,
  csvExport: ['/api/customers/export', 'customers.csv'],
  defaultSort: '-created_at',
  failureText: (message: string) => adminProblemText('customers-load-failed', message),
  texts: {
    add: texts.add,
    create: 'Create a customer',
    search: 'Search name or email',
    caption: 'Customers',
    loading: texts.loadingCustomers,
    empty: texts.noCustomers,
    deleted: texts.customerDeleted,
    deleteFailed: adminProblemText('customer-delete-failed'),
  },
  deleteQuestion: (record: CustomerRecord) => ({
    text: texts.confirmCustomer,
    detail: `${rowNameOf(record)}. ${texts.forgetsCustomer}`,
  }),
  remove: deleteCustomer,
} as const;

function Screen() {
  const admin = useRecordAdmin(useRecords('GET /api/customers', customersIn), customers);
  const { notify, ask } = admin;
  const exportButton = (record: CustomerRecord) =>
    record.email !== null && (
      <ExportDataButton name={rowNameOf(record)} email={record.email} notify={notify} />
    );
  return (
    <RecordAdmin
      admin={admin}
      form={<CustomerForm {...admin.formProps} />}
      actions={exportButton}
      readerActions={exportButton}
    >
      <AddressData notify={notify} ask={ask} />
    </RecordAdmin>
  );
}

/** Returns the rows of an answer, which is an object with a customers array or a bare array. */
function customersIn(answer: AnswerOf<'GET /api/customers'> | readonly CustomerRecord[]) {
  return 'customers' in answer ? answer.customers : answer;
}

/** Includes the email, because several customers may have the same name. */
function rowNameOf({ name, email }: CustomerRecord): string {
  return name === null ? (email ?? '') : name + (email === null ? '' : ` (${email})`);
}

const fields = ['name', 'email'] as const satisfies readonly (keyof CustomerInput)[];

type Field = (typeof fields)[number];

function check(read: ReadField<Field>, form: HTMLFormElement): FieldErrors<Field> {
  if (!isEmailField(form, 'email')) return { email: problemText('email-invalid') };
  const isEmpty = fields.every((field) => read(field).trim() === '');
  return isEmpty ? { name: problemText('customer-empty') } : {};
}

const rules = {
  fields,
  texts: {
    created: texts.customerCreated,
    updated: texts.customerUpdated,
    failed: adminProblemText('customer-save-failed'),
  },
  check,
  save: (read: ReadField<Field>, editing: CustomerRecord | null) =>
    saveCustomer(editing, { name: read('name').trim() || null, email: read('email').trim() || null }),
  reload: reloadCustomer,
};

/** Creates or edits a customer, who has a name, an email, or both. */
function CustomerForm(props: RecordFormProps<CustomerRecord>) {
  const { editing, onCancel } = props;
  const form = useRecordForm(props, rules);
  const { busy, errors } = form;
  return (
    <RecordForm form={form} onCancel={onCancel}>
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
}

/** Creates a customer, or saves a changed one. The server answers 409 if somebody else has changed it since it was loaded. */
function saveCustomer(record: CustomerRecord | null, body: CustomerInput): Promise<ApiAnswer> {
  if (!record) return authFetch('POST /api/customers', { body });
  return authFetch('PUT /api/customers/:id', { params: record, body, version: record.version });
}

/** Loads the newest record of a customer, or the message of the failure. */
async function reloadCustomer(record: CustomerRecord): Promise<CustomerRecord | string> {
  return recordOrMessage(await authFetch('GET /api/customers/:id', { params: record }));
}

/** Deletes a customer, and everything else that holds their name and address. */
function deleteCustomer(record: CustomerRecord): Promise<ApiAnswer> {
  return authFetch('DELETE /api/customers/:id', { params: record, version: record.version });
}
