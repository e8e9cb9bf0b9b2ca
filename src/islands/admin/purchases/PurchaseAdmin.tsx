import { Cut } from '../../ui/CardTable.tsx';
import { capitalize } from '../../../shared/text.ts';
import { formatDate } from '../../../shared/dates.ts';
import { purchaseAdminMessages as texts } from '../../../shared/messages/admin.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { purchaseStates } from '../../../shared/schemas/purchase.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { type ListResource, ListScreen, useListScreen } from '../../ui/ListScreen.tsx';
import { useAsk } from '../../ui/ask.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { useEditor } from '../kit/record-editor.tsx';
import { PurchasePanel } from './PurchasePanel.tsx';
import type { AnswerOf } from '../../../client/api.ts';
import { PurchaseReconciliation } from './PurchaseReconciliation.tsx';

/** The purchases and their commissions. The server allows only admins to see and change them. */
export function PurchaseAdmin() {
  return <StaffOnly failureText={purchases.texts.failureText}>{() => <Screen />}</StaffOnly>;
}

type PurchaseRecord = AnswerOf<'GET /api/purchases'>['purchases'][number];

const purchases: ListResource<PurchaseRecord, AnswerOf<'GET /api/purchases'>> = {
  rowsIn: (answer) => answer.purchases,
  columns: [
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
    { label: 'Paid', kind: 'number', cell: (purchase) => <Paid purchase={purchase} /> },
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
  ],
  describeRow: ({ order_id }) => order_id,
  states: [
    ['', 'All'],
    ['hold', 'On hold'],
    ...purchaseStates.map((state) => [state, capitalize(state)] as const),
  ],
  texts: {
    search: 'Search order, buyer, code or payment',
    caption: 'Purchases',
    loading: texts.loadingPurchases,
    empty: texts.noPurchases,
    failureText: adminFailure('purchases-load-failed'),
  },
};

function Paid({ purchase: { paid_cents, refunded_cents } }: { readonly purchase: PurchaseRecord }) {
  if (refunded_cents === 0) return formatUsd(paid_cents);
  return (
    <div>
      <span>{formatUsd(paid_cents)}</span>
      <span className="visually-hidden">, </span>
      <p className="soft">{`${formatUsd(refunded_cents)} refunded`}</p>
    </div>
  );
}

function Screen() {
  const screen = useListScreen('GET /api/purchases', purchases);
  const { records, notify } = screen;
  const question = { text: texts.confirmOpen, action: texts.open };
  const { editing: opened, ...editor } = useEditor<PurchaseRecord>(useAsk(), notify, question);
  return (
    <>
      <ListScreen
        screen={screen}
        className="record-list money-list"
        panel={
          opened && (
            <PurchasePanel
              key={editor.formKey}
              ref={editor.panel}
              id={opened.id}
              notify={notify}
              onChanged={records.reload}
              onClose={editor.closeAndClearNotice}
            />
          )
        }
        actions={(row) => (
          <RowButton label={texts.open} name={row.order_id} onPress={() => editor.edit(row)} />
        )}
      />
      {records.page && <PurchaseReconciliation />}
    </>
  );
}
