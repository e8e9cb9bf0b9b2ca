import { formatDate } from '../../../shared/dates.ts';
import { withdrawalAdminMessages as texts } from '../../../shared/messages/overview.ts';
import { requestKinds, settlementText } from '../../../shared/messages/settlement.ts';
import { withdrawalReference } from '../../../shared/withdrawals.ts';
import { May } from '../../data/role.tsx';
import { Cut, type TableColumn } from '../../ui/CardTable.tsx';
import type { Notice } from '../../ui/notices.tsx';
import { RowCheckbox } from '../../ui/RowCheckbox.tsx';
import { SettleButton, type Withdrawal } from './SettleButton.tsx';
import { purchasePath } from './waiting-lines.ts';
import { HandleForm } from './WithdrawalHandling.tsx';

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}

type Notify = (notice: Notice | null) => void;
type Reload = () => Promise<unknown>;

/** The columns of the buyers' requests. Dates are UTC. */
export function requestColumns(
  notify: Notify,
  reload: Reload,
  selection: Selection | null,
): readonly TableColumn<Withdrawal>[] {
  return [
    {
      label: 'Buyer',
      heads: true,
      cell: ({ id, name }) => (
        <span className="request-buyer">
          {selection && (
            <RowCheckbox label={texts.select(withdrawalReference(id))} keys={[id]} {...selection} />
          )}
          <Cut text={name ?? texts.forgotten} />
        </span>
      ),
      below: { label: 'Email', cell: ({ email }) => <Cut text={email ?? ''} /> },
    },
    {
      label: 'Request',
      cell: ({ kind }) => requestKinds[kind],
      below: {
        label: 'Reference',
        cell: ({ id }) => <span className="request-id">{withdrawalReference(id)}</span>,
      },
    },
    {
      label: 'Received',
      cell: ({ received_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
      below: { label: 'Due', cell: (withdrawal) => <Due withdrawal={withdrawal} /> },
    },
    {
      label: 'Order',
      cell: OrderNumber,
      below: { label: 'Status', cell: Status },
    },
    {
      label: 'Actions',
      cell: (withdrawal) =>
        withdrawal.handled_at === null && (
          <May role="finance">
            <Actions withdrawal={withdrawal} notify={notify} reload={reload} />
          </May>
        ),
    },
  ];
}

function Due({ withdrawal: { due_at: at, handled_at } }: { readonly withdrawal: Withdrawal }) {
  const isOverdue = handled_at === null && Date.parse(at) <= Date.now();
  return (
    <time className="waiting-time" dateTime={at} data-overdue={isOverdue || undefined}>
      {isOverdue ? texts.overdue(formatDate(at)) : formatDate(at)}
    </time>
  );
}

/** The order number as the buyer typed it. It is a link if a purchase has this number. */
function OrderNumber({ order_number: typed, purchase }: Withdrawal) {
  return purchase ? <a href={purchasePath(purchase.order_id)}>{typed}</a> : <span>{typed}</span>;
}

/** How far a request is, or what was done. */
function Status({ settlement, handled_at: handledAt, handled_note: note }: Withdrawal) {
  const text = settlement
    ? settlementText(settlement)
    : handledAt !== null && texts.handledOn(formatDate(handledAt), note ?? '');
  return <span className="soft">{text}</span>;
}

interface ActionsProps {
  readonly withdrawal: Withdrawal;
  readonly notify: Notify;
  readonly reload: Reload;
}

function Actions({ withdrawal, notify, reload }: ActionsProps) {
  const { id, name, order_number: order, settlement } = withdrawal;
  return (
    <div className="request-actions">
      {settlement && (
        <SettleButton id={id} name={name ?? order} settlement={settlement} notify={notify} reload={reload} />
      )}
      <details className="disclosure">
        <summary className="button">
          <span>{texts.handle}</span>
          <span className="visually-hidden">{`, ${name ?? order}`}</span>
        </summary>
        <HandleForm id={id} notify={notify} reload={reload} />
      </details>
    </div>
  );
}
