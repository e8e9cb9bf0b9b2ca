import * as z from 'zod/mini';
import { formatDate } from '../../shared/dates.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { ListTable } from './ListTable.tsx';
import { useList } from './use-list.ts';

const customer = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  created_at: z.string(),
});
type Customer = z.infer<typeof customer>;

/** Either an object with a customers array, or a bare array. */
const shape = z.union([z.object({ customers: z.array(customer) }), z.array(customer)]);

const read = (data: unknown): readonly Customer[] | null => {
  const list = shape.safeParse(data).data;
  if (!list) return null;
  return 'customers' in list ? list.customers : list;
};

const columns = [
  ['Name', ({ name }: Customer) => name],
  ['Email', ({ email }: Customer) => email],
  ['Created', (row: Customer) => formatDate(row.created_at)],
] as const;

const Screen = () => {
  const { list, reload } = useList('/api/customers', read);
  const { loadingCustomers, noCustomers } = messages.admin;
  return (
    <ListTable
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      caption="Customers"
      loading={loadingCustomers}
      empty={noCustomers}
      failed={(message) => problemText('customers-load-failed', message)}
      onRetry={reload}
    />
  );
};

/** The customers, for admins; the server tells everybody else that admin access is required. */
export const CustomerAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
