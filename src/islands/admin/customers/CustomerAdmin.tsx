import { formatDate } from '../../../shared/dates.ts';
import { customerAdminMessages as texts } from '../../../shared/messages/admin.ts';
import { adminFailure, adminProblemText } from '../../../shared/problem-texts/admin.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { Invitations } from './Invitations.tsx';
import { AddressData, ExportDataButton } from './personal-data.tsx';
import { type EditedResource, RecordAdmin, useRecordAdmin } from '../kit/RecordAdmin.tsx';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { optionalEmailProblem } from '../../ui/email-problem.ts';
import type { FieldErrors, ReadField } from '../../ui/use-form.ts';
import { RecordForm, type RecordFormProps, useRecordForm } from '../../ui/RecordForm.tsx';
import { EmailField, NameField } from '../../ui/fields.tsx';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, recordOrMessage } from '../../../client/api.ts';

/** The customers. The server allows only admins to see and change them. */
export function CustomerAdmin() {
  return <StaffOnly failureText={customers.texts.failureText}>{() => <Screen />}</StaffOnly>;
}

/** A customer as the API returns it to admins. */
export type CustomerRecord = AnswerOf<'GET /api/customers/:id'>;

const customers: EditedResource<CustomerRecord, AnswerOf<'GET /api/customers'>> = {
  rowsIn: customersIn,
  columns: [
    {
      label: 'Name',
      sort: 'name',
      heads: true,
      cell: ({ name }) => name?.trim() || <span className="soft">{texts.noName}</span>,
    },
    { label: 'Email', sort: 'email', cell: ({ email }) => email },
    { label: 'Created', sort: 'created_at', cell: (record) => formatDate(record.created_at) },
  ],
  headingName: ({ name, email }) => name ?? email ?? '',
  describeRow: describeCustomer,
  csvExport: ['/api/customers/export', 'customers.csv'],
  defaultSort: '-created_at',
  texts: {
    search: 'Search name or email',
    caption: 'Customers',
    loading: texts.loadingCustomers,
    empty: texts.noCustomers,
    failureText: adminFailure('customers-load-failed'),
  },
  formTexts: { add: texts.add, create: 'Create a customer' },
  removal: {
    question: (record) => ({
      text: texts.confirmCustomer,
      detail: `${describeCustomer(record)}. ${texts.forgetsCustomer}`,
    }),
    send: (record) => authFetch('DELETE /api/customers/:id', { params: record, version: record.version }),
    done: texts.customerDeleted,
    failed: adminProblemText('customer-delete-failed'),
  },
};

function Screen() {
  const admin = useRecordAdmin('GET /api/customers', customers);
  const { notify } = admin;
  const exportButton = (record: CustomerRecord) =>
    record.email !== null && (
      <ExportDataButton name={describeCustomer(record)} email={record.email} notify={notify} />
    );
  return (
    <>
      <RecordAdmin
        admin={admin}
        form={<CustomerForm {...admin.formProps} />}
        actions={exportButton}
        readerActions={exportButton}
      >
        <AddressData notify={notify} />
      </RecordAdmin>
      <Invitations notify={notify} />
    </>
  );
}

/** Returns the rows of an answer, which is an object with a customers array or a bare array. */
function customersIn(answer: AnswerOf<'GET /api/customers'> | readonly CustomerRecord[]) {
  return 'customers' in answer ? answer.customers : answer;
}

/** Includes the email, because several customers may have the same name. */
function describeCustomer({ name, email }: CustomerRecord): string {
  return name === null ? (email ?? '') : name + (email === null ? '' : ` (${email})`);
}

type Field = keyof CustomerInput;

function check(read: ReadField<Field>, form: HTMLFormElement): FieldErrors<Field> {
  const isEmpty = read('name').trim() + read('email').trim() === '';
  return isEmpty ? { name: problemText('customer-empty') } : { email: optionalEmailProblem(form, 'email') };
}

const rules = {
  texts: {
    created: texts.customerCreated,
    updated: texts.customerUpdated,
    explainFailure: ({ error }: ApiAnswer) => error ?? adminProblemText('customer-save-failed'),
  },
  check,
  save: (read: ReadField<Field>, editing: CustomerRecord | null): Promise<ApiAnswer> => {
    const body = { name: read('name').trim() || null, email: read('email').trim() || null };
    if (!editing) return authFetch('POST /api/customers', { body });
    return authFetch('PUT /api/customers/:id', { params: editing, body, version: editing.version });
  },
  reload: async (record: CustomerRecord) =>
    recordOrMessage(await authFetch('GET /api/customers/:id', { params: record })),
};

/** Creates or edits a customer, who has a name, an email, or both. */
function CustomerForm(props: RecordFormProps<CustomerRecord>) {
  const { editing, onCancel } = props;
  return (
    <RecordForm form={useRecordForm(props, rules)} onCancel={onCancel}>
      <NameField optional defaultValue={editing?.name ?? ''} />
      <EmailField optional defaultValue={editing?.email ?? ''} />
    </RecordForm>
  );
}
