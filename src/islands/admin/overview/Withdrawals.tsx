import { useState } from 'react';
import { May, useMay } from '../../data/role.tsx';
import { formatDate } from '../../../shared/dates.ts';
import { withdrawalAdminMessages as texts } from '../../../shared/messages/overview.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import {
  type WithdrawalFilter,
  withdrawalFilters,
  withdrawalReference,
} from '../../../shared/withdrawals.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { useApi } from '../../data/use-api.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { Select } from '../../ui/fields.tsx';
import { LoadState } from '../../ui/loading.tsx';
import type { Notice } from '../../ui/notices.tsx';
import { RowCheckbox } from '../../ui/RecordTable.tsx';
import { BulkHandling, HandleForm } from './WithdrawalHandling.tsx';
import { purchasePath, sectionIds } from './waiting-lines.ts';
import { Section } from '../../ui/Section.tsx';

type Withdrawal = AnswerOf<'GET /api/withdrawals'>['withdrawals'][number];

interface Props {
  readonly notify: (notice: Notice | null) => void;
  /** Loads the overview again. */
  readonly reload: () => Promise<unknown>;
}

/** The withdrawals from contracts, those with a known order first. An open one has a form that marks it as handled. */
export function Withdrawals(props: Props) {
  const [state, setState] = useState<WithdrawalFilter>('open');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const loaded = useWithdrawals(state);
  const { data, headers, reload } = loaded;
  const mayHandle = useMay('finance') && state !== 'handled';
  const rows = data?.withdrawals ?? [];
  const reloadBoth = () => Promise.all([reload(), props.reload()]);
  const clear = () => {
    setSelected(new Set());
  };
  const keys = rows.map(({ id }) => id);
  const selection = mayHandle ? { selected, onSelect: setSelected } : null;
  return (
    <Section id="withdrawn" tab="Withdrawals" heading={texts.heading} anchor={sectionIds.withdrawals}>
      <p>{texts.intro}</p>
      <div className="controls">
        <Select
          label={texts.filter}
          value={state}
          options={withdrawalFilters.map((name) => [name, texts.filters[name]])}
          onChange={(value) => {
            clear();
            setState(withdrawalFilters.find((name) => name === value) ?? state);
          }}
        />
        {selection && keys.length > 1 && (
          <label className="check">
            <RowCheckbox label={texts.selectAll} keys={keys} {...selection} />
            {texts.selectAll}
          </label>
        )}
      </div>
      {selected.size > 0 && (
        <BulkHandling ids={[...selected]} notify={props.notify} reload={reloadBoth} onDone={clear} />
      )}
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={adminFailure('withdrawals-load-failed')}
      />
      <Range listed={rows.length} total={headers?.get('x-total-count') ?? '0'} />
      {data && rows.length === 0 && <p>{texts.none}</p>}
      {rows.length > 0 && (
        <CardTable
          caption={texts.heading}
          columns={columnsFor(props.notify, reloadBoth, selection)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}

/** Says how many withdrawals are listed, if there are more. `total` may be `10000+`. */
function Range({ listed, total }: { readonly listed: number; readonly total: string }) {
  return listed < Number.parseInt(total, 10) && <p className="soft">{texts.listed(listed, total)}</p>;
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}

/** Loads the first 50 withdrawals of a filter. */
export function useWithdrawals(state: WithdrawalFilter) {
  return useApi('GET /api/withdrawals', { query: { state, limit: '50' } });
}

/** Dates are UTC. */
function columnsFor(
  notify: Props['notify'],
  reload: Props['reload'],
  selection: Selection | null,
): readonly TableColumn<Withdrawal>[] {
  return [
    {
      label: 'Buyer',
      heads: true,
      cell: ({ id, name, email }) => (
        <div>
          {selection && (
            <RowCheckbox label={texts.select(withdrawalReference(id))} keys={[id]} {...selection} />
          )}
          <p>{name ?? texts.forgotten}</p>
          <p className="soft payment-email">{email}</p>
          <p className="soft">{withdrawalReference(id)}</p>
        </div>
      ),
    },
    {
      label: 'Received',
      cell: ({ received_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
      below: { label: 'Due', cell: (withdrawal) => <Due withdrawal={withdrawal} /> },
    },
    {
      label: 'Order',
      cell: (withdrawal) => (
        <div>
          <OrderNumber withdrawal={withdrawal} />
          {withdrawal.handled_at === null ? (
            <May role="finance">
              <details className="disclosure">
                <summary className="button">
                  <span>{texts.handle}</span>
                  <span className="visually-hidden">{`, ${withdrawal.name ?? withdrawal.order_number}`}</span>
                </summary>
                <HandleForm id={withdrawal.id} notify={notify} reload={reload} />
              </details>
            </May>
          ) : (
            <p className="soft">
              {texts.handledOn(formatDate(withdrawal.handled_at), withdrawal.handled_note ?? '')}
            </p>
          )}
        </div>
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
function OrderNumber({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { order_number: typed, purchase } = withdrawal;
  if (!purchase)
    return (
      <>
        <p>{typed}</p>
        <p className="soft">{texts.noPurchase}</p>
      </>
    );
  return (
    <p>
      <a href={purchasePath(purchase.order_id)}>{typed}</a>
    </p>
  );
}
