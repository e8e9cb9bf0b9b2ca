import { useRef, useState } from 'react';
import { capitalize } from '../../shared/text.ts';
import { formatDate } from '../../shared/dates.ts';
import { purchaseAdminMessages as texts } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan } from '../../shared/plans.ts';
import { purchaseStates } from '../../shared/schemas/purchase.ts';
import { purchaseAdminProblemText } from '../../shared/problems/purchase-admin.ts';
import { MembersOnly } from '../account/guards.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';
import { ListControls } from '../ui/ListControls.tsx';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import { ScreenNotice } from '../ui/ScreenNotice.tsx';
import { useRecords } from '../data/use-records.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { RowButton } from '../ui/buttons.tsx';
import { useOpener } from '../ui/focus.ts';
import { type PurchaseRecord, purchasesIn } from './purchase-record.ts';
import { PurchasePanel } from './PurchasePanel.tsx';
import { PurchaseReconciliation } from './PurchaseReconciliation.tsx';

const states = [
  ['', 'All'],
  ['hold', 'With a hold'],
  ...purchaseStates.map((state) => [state, capitalize(state)] as const),
] as const;

const columns: readonly Column<PurchaseRecord>[] = [
  { label: 'Order', heads: true, cell: ({ order_id }) => <code>{order_id}</code> },
  { label: 'Buyer', sort: 'payer_email', cell: ({ payer_email, payer_id }) => payer_email ?? payer_id },
  { label: 'Plan', cell: ({ plan }) => findPlan(plan)?.name ?? plan },
  { label: 'State', cell: ({ state, has_hold }) => capitalize(state) + (has_hold ? ', on hold' : '') },
  {
    label: 'Paid',
    cell: ({ paid_cents, refunded_cents }) =>
      formatUsd(paid_cents) + (refunded_cents > 0 ? `, ${formatUsd(refunded_cents)} back` : ''),
  },
  {
    label: 'Code',
    sort: 'code',
    cell: ({ code, affiliate }) =>
      code !== null && (
        <span>
          <code>{code}</code>
          {affiliate === null && <span>{`, ${texts.unattributed}`}</span>}
        </span>
      ),
  },
  { label: 'Date', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
];

const failureText = (message: string): string => purchaseAdminProblemText('purchases-load-failed', message);

const Screen = () => {
  const records = useRecords('GET /api/purchases', purchasesIn);
  const [notice, notify] = useState<Notice | null>(null);
  const { dialog, ask } = useConfirm();
  const opener = useOpener();
  const panel = useRef<HTMLElement>(null);
  useUnsavedChangesPrompt(panel);
  const [opened, setOpened] = useState<{ readonly id: string; readonly times: number } | null>(null);

  const open = async (id: string) => {
    if (isDirty(panel.current) && !(await ask({ text: texts.confirmOpen, action: texts.open }))) return;
    notify(null);
    opener.keep();
    setOpened({ id, times: (opened?.times ?? 0) + 1 });
  };

  return (
    <>
      {dialog}
      {opened && (
        <PurchasePanel
          key={`${opened.id} ${String(opened.times)}`}
          ref={panel}
          id={opened.id}
          notify={notify}
          onChanged={records.reload}
          onClose={() => {
            notify(null);
            setOpened(null);
            opener.restore();
          }}
        />
      )}
      <ScreenNotice records={records} failureText={failureText} notice={notice} />
      <ListControls
        records={records}
        label="Search order, buyer, code or payment"
        states={states}
        notify={notify}
      />
      <RecordTable
        records={records}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ order_id }) => order_id}
        caption="Purchases"
        loading={texts.loadingPurchases}
        empty={texts.noPurchases}
        actions={({ id, order_id }) => (
          <RowButton label={texts.open} name={order_id} onPress={() => void open(id)} />
        )}
      />
      {records.page && <PurchaseReconciliation />}
    </>
  );
};

/** The purchases, and what they earn whom; the server lets admins alone see and change them. */
export const PurchaseAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
