import { useRef, useState } from 'react';
import { downloadAsViewer } from '../../client/accounts/download.ts';
import { formatDate } from '../../shared/dates.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import { CustomerForm } from './CustomerForm.tsx';
import { type CustomerRecord, customersPath, deleteCustomer, readCustomers } from './customer-record.ts';
import { EditorSection } from './EditorSection.tsx';
import { ListControls } from './ListControls.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { type Column, RecordTable } from './RecordTable.tsx';
import { RowButton } from './RowButton.tsx';
import { useEditor } from './use-editor.ts';
import { useRecords } from './use-records.ts';

const { admin } = messages;

const columns: readonly Column<CustomerRecord>[] = [
  { label: 'Name', sort: 'name', cell: ({ name }) => name },
  { label: 'Email', sort: 'email', cell: ({ email }) => email },
  { label: 'Created', sort: 'created_at', cell: (record) => formatDate(record.created_at) },
];

const nameOf = ({ name, email }: CustomerRecord): string => name ?? email ?? '';

const Screen = () => {
  const records = useRecords(customersPath, readCustomers);
  const [notice, setNotice] = useState<Notice | null>(null);
  const editor = useEditor<CustomerRecord>();
  const { editing, edition, clear } = editor;
  const working = useRef(false);
  const { dialog, ask } = useConfirm();

  const edit = (record: CustomerRecord) => {
    setNotice(null);
    editor.edit(record);
  };

  const remove = async (record: CustomerRecord) => {
    const question = { text: admin.confirmCustomer, detail: admin.forgetsCustomer, action: admin.delete };
    if (working.current || !(await ask(question))) return;
    working.current = true;
    const answer = await deleteCustomer(record);
    working.current = false;
    setNotice(
      answer.ok
        ? { kind: 'success', text: admin.customerDeleted }
        : { kind: 'error', text: problemText('customer-delete-failed'), detail: answer.error },
    );
    if (answer.ok && editing?.id === record.id) clear();
    records.reload();
  };

  const everythingOf = async (email: string) => {
    const path = `${customersPath}/data?${new URLSearchParams({ email }).toString()}`;
    const failure = await downloadAsViewer(path, 'personal-data.json');
    if (failure !== null) setNotice({ kind: 'error', text: failure });
  };

  return (
    <>
      {dialog}
      <EditorSection editor={editor} heading="Create a customer" nameOf={nameOf}>
        <CustomerForm
          key={edition}
          editing={editing}
          say={setNotice}
          onSaved={() => {
            clear();
            records.reload();
          }}
          onConflict={records.reload}
          onCancel={clear}
        />
      </EditorSection>
      <FormNotice notice={notice} />
      <ListControls
        records={records}
        label="Search name or email"
        exported={[`${customersPath}/export`, 'customers.csv']}
        say={setNotice}
      />
      <LoadFailure records={records} text={(message) => problemText('customers-load-failed', message)} />
      <RecordTable
        records={records}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        caption="Customers"
        loading={admin.loadingCustomers}
        empty={admin.noCustomers}
        actions={(record) => (
          <>
            <RowButton
              label={admin.edit}
              name={nameOf(record)}
              onPress={() => {
                edit(record);
              }}
            />
            {record.email !== null && (
              <RowButton
                label={admin.allData}
                name={`about ${nameOf(record)}`}
                onPress={() => void everythingOf(record.email ?? '')}
              />
            )}
            <RowButton label={admin.delete} name={nameOf(record)} onPress={() => void remove(record)} />
          </>
        )}
      />
    </>
  );
};

/** The customers and newsletter readers; the server lets admins alone see and change them. */
export const CustomerAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
