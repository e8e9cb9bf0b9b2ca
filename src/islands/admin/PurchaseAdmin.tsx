import { useRef, useState } from 'react';
import { capitalize } from '../../shared/text.ts';
import { formatDate } from '../../shared/dates.ts';
import { purchaseAdminMessages as texts } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan } from '../../shared/plans.ts';
import { purchaseStates } from '../../shared/schemas/purchase.ts';
import { adminProblemText } from '../../shared/problems/admin.ts';
import { MembersOnly } from '../account/guards.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';
import { ListControls } from '../ui/ListControls.tsx';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import { type Notice, ScreenNotice } from '../ui/notices.tsx';
import { useRecords } from '../data/use-records.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { RowButton } from '../ui/buttons.tsx';
import { scrollIfTarget, useOpener } from '../ui/focus.ts';
import { PurchasePanel } from './PurchasePanel.tsx';
import type { AnswerOf } from '../../client/api.ts';
import { useApi } from '../data/use-api.tsx';
import { CardTable, type TableColumn } from '../ui/CardTable.tsx';
import { TryAgain } from '../ui/loading.tsx';

/** The purchases and their commissions. The server allows only admins to see and change them. */
export function PurchaseAdmin() {
  return <MembersOnly>{() => <Screen />}</MembersOnly>;
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
  const [opened, setOpened] = useState<{ readonly id: string; readonly times: number } | null>(null);

  const open = async (id: string) => {
    if (isDirty(panel.current) && !(await ask({ text: texts.confirmOpen, action: texts.open }))) return;
    notify(null);
    opener.remember();
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
}

type Report = NonNullable<AnswerOf<'GET /api/reconciliation/latest'>['report']>;

const differenceColumns: readonly TableColumn<Report['differences'][number]>[] = [
  {
    label: 'Difference',
    cell: ({ code, text }) => (
      <span>
        <span>{text}</span> <code>{code}</code>
      </span>
    ),
  },
  { label: 'Order', cell: ({ order_id }) => (order_id === null ? '–' : <code>{order_id}</code>) },
  { label: 'Transaction', cell: ({ transaction_id }) => <code>{transaction_id}</code> },
  { label: 'Here', cell: ({ ours }) => ours ?? '–' },
  { label: 'Expected', cell: ({ theirs }) => theirs ?? '–' },
];

/** The report of the last reconciliation with PayPal. */
export function PurchaseReconciliation() {
  const { data, failure, loading, reload } = useApi('GET /api/reconciliation/latest');
  const report = data?.report;
  return (
    <section className="reconciliation" aria-labelledby="reconciliation">
      <h2 ref={scrollIfTarget} id="reconciliation">
        Last reconciliation
      </h2>
      {report === undefined && failure === null && (
        <p className="soft" role="status">
          {texts.loadingReconciliation}
        </p>
      )}
      {failure !== null && (
        <TryAgain
          text={adminProblemText('reconciliation-load-failed', failure)}
          busy={loading}
          onRetry={() => void reload()}
        />
      )}
      {report === null && <p className="soft">{texts.noReconciliation}</p>}
      {report && <Summary report={report} />}
    </section>
  );
}

function Summary({ report }: { readonly report: Report }) {
  const { first_day, last_day, compared, differences } = report;
  const count = differences.length === 0 ? 'no differences' : `differences: ${String(differences.length)}`;
  return (
    <>
      <p>
        {`${formatDate(first_day)} to ${formatDate(last_day)}, payments and refunds compared: ${String(compared)}, ${count}.`}
      </p>
      {differences.length > 0 && (
        <CardTable caption="Differences" columns={differenceColumns} rows={differences} />
      )}
    </>
  );
}
