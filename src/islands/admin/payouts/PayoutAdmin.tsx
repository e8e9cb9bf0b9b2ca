import { type ComponentProps, useRef, useState } from 'react';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { monthName } from '../../../shared/dates.ts';
import { payoutReference } from '../../../shared/payout-file.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { callPath } from '../../../client/api.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt.ts';
import { ScreenNotice } from '../../ui/notices.tsx';
import { useMay } from '../../data/role.tsx';
import { PAGE_SIZE } from '../../data/use-records.ts';
import { useAsk } from '../../ui/ask.ts';
import { type ListResource, ListTable, useListScreen } from '../../ui/ListScreen.tsx';
import { payoutColumns } from './payout-columns.tsx';
import type { PayoutRecord, Payouts } from './run/payout-run.ts';
import { PayoutRunPanel } from './run/PayoutRunPanel.tsx';
import { usePayoutActions } from './run/use-payout-actions.ts';
import { useRunCommands } from './run/use-run-commands.ts';
import { PayoutSelection } from './PayoutSelection.tsx';
import { PayoutFilters } from './PayoutFilters.tsx';
import { PayoutPaidList } from './PayoutPaidList.tsx';
import { PayoutUnpaid } from './PayoutUnpaid.tsx';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

/**
 * The payout run: approves and exports payouts, returns them to the balance, and marks them as paid. The server allows it only to
 * the finance role and to admins.
 */
export function PayoutAdmin() {
  return <StaffOnly failureText={payoutList.texts.failureText}>{() => <Screen />}</StaffOnly>;
}

function describePayout({ affiliate, month }: PayoutRecord): string {
  return `${affiliateLabel(affiliate)}, ${monthName(month)}`;
}

const payoutList: ListResource<PayoutRecord, Payouts> = {
  rowsIn: ({ payouts }) => payouts,
  columns: payoutColumns,
  describeRow: describePayout,
  texts: {
    caption: 'Payouts',
    loading: texts.loading,
    empty: texts.none,
    failureText: adminFailure('payouts-load-failed'),
  },
};

const noPayouts: readonly PayoutRecord[] = [];

function Screen() {
  const screen = useListScreen('GET /api/payouts', payoutList);
  const { records, notify } = screen;
  const ask = useAsk();
  const mayPay = useMay('finance');
  const rows = records.page?.rows ?? noPayouts;
  const selected = useSelectedPayouts(rows);
  const box = useRef<HTMLDivElement>(null);
  const paidList = useRef<HTMLDetailsElement>(null);
  const [form, setForm] = useState<ComponentProps<typeof PayoutSelection>['form']>(null);
  useUnsavedChangesPrompt(box);

  const actions = usePayoutActions({
    notify,
    describePayout: (id) => {
      const payout = [...rows, ...selected.payouts].find((listed) => listed.id === id);
      return payout ? describePayout(payout) : `${payoutReference(id)} (${id})`;
    },
    onDone: (ids) => {
      selected.deselect(ids);
      void records.reload();
    },
  });

  const fieldOf = (id: string) => box.current?.querySelector(`[name="${id}"]`)?.parentElement ?? null;

  /** Changes the selection. Asks first if typed text would be lost. Resolves to true if the selection was changed. */
  const select = async (keys: ReadonlySet<string>): Promise<boolean> => {
    const removed = [...selected.keys].filter((id) => !keys.has(id));
    const losesText = keys.size === 0 ? isDirty(box.current) : removed.some((id) => isDirty(fieldOf(id)));
    const { confirmLeave, leave } = texts;
    if (losesText && !(await ask({ text: confirmLeave, action: leave }))) return false;
    selected.select(keys);
    setForm(null);
    return true;
  };
  const clearSelection = () => select(new Set());
  /** The pressed button disappears with the selection, so the notice takes the focus. */
  const pressClear = async () => {
    if (await clearSelection()) notify({ kind: 'success', text: texts.selectionCleared, shouldFocus: true });
  };

  const { page } = records;
  const isEmpty = page?.rows.length === 0 && page.cursors.length === 0;
  /** True if there is no payout at all, so that nothing can be filtered, exported or paid. */
  const isUnused =
    isEmpty && page.query.month + page.query.state === '' && page.data.open_months.length === 0;
  const showMonth = async (month: string, state = '') => {
    const mayLeave = await clearSelection();
    if (mayLeave) records.change({ month, state });
    return mayLeave;
  };
  const openForm = (name: 'paid' | 'to-balance', payouts: readonly PayoutRecord[]) => {
    // Too many for one field each: the form of the list takes lines.
    if (name === 'paid' && payouts.length > PAGE_SIZE && paidList.current) {
      paidList.current.open = true;
      paidList.current.querySelector('textarea')?.focus();
      return;
    }
    selected.replace(payouts);
    setForm({ name });
  };
  const commands = useRunCommands({
    month: page?.data.run?.month ?? '',
    actions,
    notify,
    showMonth,
    openForm,
    reload: records.reload,
  });

  return (
    <>
      <ScreenNotice records={records} failureText={payoutList.texts.failureText} notice={screen.notice} />
      {page?.data.run && (
        <PayoutRunPanel run={page.data.run} openMonths={page.data.open_months} commands={commands} />
      )}
      {page && !isUnused && (
        <PayoutFilters records={records} openMonths={page.data.open_months} mayChange={clearSelection} />
      )}
      {selected.payouts.length > 0 && (
        <PayoutSelection
          ref={box}
          payouts={selected.payouts}
          actions={actions}
          onClear={() => void pressClear()}
          form={form}
        />
      )}
      {isEmpty ? (
        <div role="status">
          <p>{records.loading ? texts.loading : texts.none}</p>
          {isUnused && <p className="soft">{texts.noneYet}</p>}
        </div>
      ) : (
        // The list replaces the placeholder: the month's panel would push it down.
        <div key={page ? 'list' : 'placeholder'} className="money-list">
          <ListTable
            screen={screen}
            selected={mayPay ? selected.keys : undefined}
            onSelect={(keys) => void select(keys)}
          />
        </div>
      )}
      {mayPay && page && !isUnused && <PayoutPaidList ref={paidList} actions={actions} notify={notify} />}
      {page && !isUnused && (
        <div>
          <DownloadButton
            label={texts.downloadYears}
            busyLabel={texts.downloadingYears}
            path={callPath('GET /api/payouts/years', {})}
            fileName="payouts-by-year.csv"
            notify={notify}
          />
          <p className="soft small">{texts.yearsHint}</p>
        </div>
      )}
      {page && <PayoutUnpaid balances={page.data.unpaid} />}
    </>
  );
}

interface SelectedPayouts {
  readonly keys: ReadonlySet<string>;
  /** The last loaded state of the selected payouts, also of those on other pages. */
  readonly payouts: readonly PayoutRecord[];
  readonly select: (keys: ReadonlySet<string>) => void;
  /** Selects these payouts alone, also if they are not on the page. */
  readonly replace: (payouts: readonly PayoutRecord[]) => void;
  /** Deselects these payouts. Typed text for the other payouts stays. */
  readonly deselect: (ids: readonly string[]) => void;
}

/** The selection of payouts. It survives when the admin moves to another page of the list. */
function useSelectedPayouts(page: readonly PayoutRecord[]): SelectedPayouts {
  const [selected, setSelected] = useState<ReadonlyMap<string, PayoutRecord>>(new Map());
  const current = new Map([
    ...selected,
    ...page.filter(({ id }) => selected.has(id)).map((payout) => [payout.id, payout] as const),
  ]);
  const selectable = new Map([...current, ...page.map((payout) => [payout.id, payout] as const)]);
  return {
    keys: new Set(current.keys()),
    payouts: [...current.values()],
    select: (keys) => {
      setSelected(new Map([...selectable].filter(([id]) => keys.has(id))));
    },
    replace: (payouts) => {
      setSelected(new Map(payouts.map((payout) => [payout.id, payout])));
    },
    deselect: (ids) => {
      setSelected((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
    },
  };
}
