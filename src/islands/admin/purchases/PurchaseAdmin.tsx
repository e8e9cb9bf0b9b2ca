import { Cut } from '../../ui/CardTable.tsx';
import { useRef, useState } from 'react';
import { capitalize } from '../../../shared/text.ts';
import { formatDate } from '../../../shared/dates.ts';
import { purchaseAdminMessages as texts } from '../../../shared/messages/admin.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { purchaseStates } from '../../../shared/schemas/purchase.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt.ts';
import { ListControls } from '../../ui/ListControls.tsx';
import { type Column, RecordTable } from '../../ui/RecordTable.tsx';
import { type Notice, ScreenNotice } from '../../ui/notices.tsx';
import { useRecords } from '../../data/use-records.ts';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { RowButton } from '../../ui/buttons.tsx';
import { useOpener } from '../../ui/focus.ts';
import { PurchasePanel } from './PurchasePanel.tsx';
import type { AnswerOf } from '../../../client/api.ts';
import { RoleNote } from '../../data/role.tsx';
import { PurchaseReconciliation } from './PurchaseReconciliation.tsx';

/** The purchases and their commissions. The server allows only admins to see and change them. */
export function PurchaseAdmin() {
  return <StaffOnly failureText={failureText}>{() => <Screen />}</StaffOnly>;
}

type PurchaseRecord = AnswerOf<'GET /api/purchases'>['purchases'][number];

function purchasesIn({ purchases }: AnswerOf<'GET /api/purchases'>): readonly PurchaseRecord[] {
  return purchases;
}

const states = [
  ['', 'All'],
  ['hold', 'With a hold'],
  ...purchaseStates.map((state) => [state, capitalize(state)] as const),
] as const;

const columns: readonly Column<PurchaseRecord>[] = [
  {
    label: 'Order',
    heads: true,
    cell: ({ order_id, plan }) => (
      <div>
        <code className="cut" title={order_id}>
          {order_id}
        </code>
        <p className="soft">{findPlan(plan)?.name ?? plan}</p>
      </div>
    ),
  },
  {
    label: 'Buyer',
    sort: 'payer_email',
    cell: ({ payer_email, payer_id }) => <Cut text={payer_email ?? payer_id ?? ''} />,
  },
  { label: 'State', cell: ({ state, has_hold }) => capitalize(state) + (has_hold ? ', on hold' : '') },
  { label: 'Paid', look: 'number', cell: (purchase) => <Paid purchase={purchase} /> },
  {
    label: 'Code',
    sort: 'code',
    cell: ({ code, affiliate }) =>
      code !== null && (
        <span>
          <code className="cut" title={code}>
            {code}
          </code>
          {affiliate === null && (
            <span className="soft">
              <span className="visually-hidden">, </span>
              {texts.unattributed}
            </span>
          )}
        </span>
      ),
  },
  { label: 'Date', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
];

function Paid({ purchase: { paid_cents, refunded_cents } }: { readonly purchase: PurchaseRecord }) {
  if (refunded_cents === 0) return formatUsd(paid_cents);
  return (
    <div>
      <span>{formatUsd(paid_cents)}</span>
      <span className="visually-hidden">, </span>
      <p className="soft">{`${formatUsd(refunded_cents)} back`}</p>
    </div>
  );
}

function failureText(message: string): string {
  return adminProblemText('purchases-load-failed', message);
}

function Screen() {
  const records = useRecords('GET /api/purchases', purchasesIn);
  const [notice, notify] = useState<Notice | null>(null);
  const { dialog, ask } = useConfirm();
  const opener = useOpener();
  const panel = useRef<HTMLElement>(null);
  useUnsavedChangesPrompt(panel);
  /** The purchase in the panel. `times` counts the openings, so that each opening starts with empty forms. */
  const [opened, setOpened] = useState<{ readonly id: string; readonly times: number } | null>(null);

  const open = async (id: string) => {
    if (isDirty(panel.current) && !(await ask({ text: texts.confirmOpen, action: texts.open }))) return;
    notify(null);
    opener.remember();
    setOpened({ id, times: (opened?.times ?? 0) + 1 });
  };

  return (
    <>
      <RoleNote />
      {dialog}
      <div className="purchase-screen">
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
        <div className="money-list">
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
        </div>
      </div>
      {records.page && <PurchaseReconciliation />}
    </>
  );
}
