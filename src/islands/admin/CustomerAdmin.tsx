import { formatDate } from '../../shared/dates.ts';
import { customerAdminMessages as texts } from '../../shared/messages/admin.ts';
import { customerAdminProblemText } from '../../shared/problems/customer-admin.ts';
import { MembersOnly } from '../account/guards.tsx';
import { useRecords } from '../data/use-records.ts';
import { AddressData, AllDataButton } from './personal-data.tsx';
import { CustomerForm, type CustomerRecord, customersIn, deleteCustomer } from './CustomerForm.tsx';
import { RecordAdmin, useRecordAdmin } from './RecordAdmin.tsx';

/** Several customers may have one name; the email tells them apart. */
const rowNameOf = ({ name, email }: CustomerRecord): string =>
  name === null ? (email ?? '') : name + (email === null ? '' : ` (${email})`);

const customers = {
  columns: [
    { label: 'Name', sort: 'name', heads: true, cell: ({ name }: CustomerRecord) => name },
    { label: 'Email', sort: 'email', cell: ({ email }: CustomerRecord) => email },
    { label: 'Created', sort: 'created_at', cell: (record: CustomerRecord) => formatDate(record.created_at) },
  ],
  nameOf: ({ name, email }: CustomerRecord) => name ?? email ?? '',
  rowNameOf,
  exported: ['/api/customers/export', 'customers.csv'],
  failureText: (message: string) => customerAdminProblemText('customers-load-failed', message),
  texts: {
    create: 'Create a customer',
    search: 'Search name or email',
    caption: 'Customers',
    loading: texts.loadingCustomers,
    empty: texts.noCustomers,
    deleted: texts.customerDeleted,
    deleteFailed: customerAdminProblemText('customer-delete-failed'),
  },
  deleteQuestion: (record: CustomerRecord) => ({
    text: texts.confirmCustomer,
    detail: `${rowNameOf(record)}. ${texts.forgetsCustomer}`,
  }),
  remove: deleteCustomer,
} as const;

const Screen = () => {
  const admin = useRecordAdmin(useRecords('GET /api/customers', customersIn), customers);
  const { editor, notify, ask } = admin;
  return (
    <RecordAdmin
      admin={admin}
      form={<CustomerForm key={editor.edition} {...admin.formProps} />}
      actions={(record) =>
        record.email !== null && (
          <AllDataButton name={rowNameOf(record)} email={record.email} notify={notify} />
        )
      }
    >
      <AddressData notify={notify} ask={ask} />
    </RecordAdmin>
  );
};

/** The customers and newsletter readers; the server lets admins alone see and change them. */
export const CustomerAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
