import { useState } from 'react';
import { formatDate } from '../../shared/dates.ts';
import { customerAdminMessages as texts } from '../../shared/messages/customer-admin.ts';
import { recordMessages } from '../../shared/messages/records.ts';
import { customerAdminProblemText } from '../../shared/problems/customer-admin.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { EditorSection } from '../records/EditorSection.tsx';
import { ListControls } from '../records/ListControls.tsx';
import { type Column, RecordTable } from '../records/RecordTable.tsx';
import { type Said, ScreenNotice } from '../records/ScreenNotice.tsx';
import { useEditor } from '../records/use-editor.ts';
import { useRecords } from '../records/use-records.ts';
import { useRowWork } from '../records/use-row-work.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { AddressData } from './AddressData.tsx';
import { AllDataButton } from './AllDataButton.tsx';
import { type CustomerRecord, customersIn, deleteCustomer } from './customer-record.ts';
import { CustomerForm } from './CustomerForm.tsx';
import { isStillAt } from '../ui/focus.ts';

const columns: readonly Column<CustomerRecord>[] = [
  { label: 'Name', sort: 'name', heads: true, cell: ({ name }) => name },
  { label: 'Email', sort: 'email', cell: ({ email }) => email },
  { label: 'Created', sort: 'created_at', cell: (record) => formatDate(record.created_at) },
];

const failureText = (message: string): string => customerAdminProblemText('customers-load-failed', message);

const nameOf = ({ name, email }: CustomerRecord): string => name ?? email ?? '';

/** Many have one name; the email tells them apart. */
const rowNameOf = ({ name, email }: CustomerRecord): string =>
  name === null ? (email ?? '') : name + (email === null ? '' : ` (${email})`);

const Screen = () => {
  const records = useRecords('GET /api/customers', customersIn);
  const [said, say] = useState<Said | null>(null);
  const { dialog, ask } = useConfirm();
  const editor = useEditor<CustomerRecord>(ask, say);
  const { editing, edition, clear } = editor;
  const { isBusy, run } = useRowWork(records, say);

  const remove = async (record: CustomerRecord) => {
    const question = {
      text: texts.confirmCustomer,
      detail: `${rowNameOf(record)}. ${texts.forgetsCustomer}`,
      action: recordMessages.delete,
    };
    if (!(await ask(question))) return;
    const pressed = document.activeElement;
    await run(record.id, async () => {
      const answer = await deleteCustomer(record);
      if (!answer.ok)
        return {
          kind: 'error',
          text: customerAdminProblemText('customer-delete-failed'),
          detail: answer.error,
        };
      editor.clearOf(record);
      return { kind: 'success', text: texts.customerDeleted, takesFocus: isStillAt(pressed) };
    });
  };

  return (
    <>
      {dialog}
      <EditorSection editor={editor} heading="Create a customer" nameOf={nameOf}>
        <CustomerForm
          key={edition}
          editing={editing}
          say={say}
          onSaved={() => {
            clear();
            void records.reload();
          }}
          onConflict={records.reload}
          onReloaded={editor.reopen}
          onCancel={editor.cancel}
        />
      </EditorSection>
      <ScreenNotice records={records} failureText={failureText} said={said} />
      <ListControls
        records={records}
        label="Search name or email"
        exported={['/api/customers/export', 'customers.csv']}
        say={say}
      />
      <AddressData say={say} ask={ask} />
      <RecordTable
        records={records}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={rowNameOf}
        caption="Customers"
        loading={texts.loadingCustomers}
        empty={texts.noCustomers}
        actions={(record) => (
          <>
            <RowButton
              label={recordMessages.edit}
              name={rowNameOf(record)}
              onPress={() => void editor.edit(record)}
            />
            {record.email !== null && (
              <AllDataButton name={rowNameOf(record)} email={record.email} say={say} />
            )}
            <RowButton
              label={recordMessages.delete}
              name={rowNameOf(record)}
              busy={isBusy(record.id)}
              onPress={() => void remove(record)}
            />
          </>
        )}
      />
    </>
  );
};

/** The customers and newsletter readers; the server lets admins alone see and change them. */
export const CustomerAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
