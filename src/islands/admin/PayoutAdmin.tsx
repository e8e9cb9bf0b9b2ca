import { useRef, useState } from 'react';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { monthName } from '../../shared/dates.ts';
import { payoutReference } from '../../shared/payout-file.ts';
import { payoutProblemText } from '../../shared/problems/payouts.ts';
import { MembersOnly } from '../account/guards.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';
import { RecordTable } from '../ui/RecordTable.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import { ScreenNotice } from '../ui/ScreenNotice.tsx';
import { useRecords } from '../data/use-records.ts';
import { payoutColumns } from './payout-columns.tsx';
import { type PayoutRecord, payoutsIn, type UnpaidBalance } from './payout-record.ts';
import { PayoutChosen } from './PayoutChosen.tsx';
import { PayoutControls } from './PayoutControls.tsx';
import { PayoutPaidList } from './PayoutPaidList.tsx';
import { usePayoutMoves } from './use-payout-moves.tsx';
import { formatUsd } from '../../shared/money.ts';
import { affiliatePath } from '../ui/record-links.ts';
import { CardTable, type TableColumn } from '../ui/CardTable.tsx';

const failureText = (message: string): string => payoutProblemText('payouts-load-failed', message);

const nameOf = ({ affiliate, month }: PayoutRecord): string =>
  `${affiliate.name} (${affiliate.code}), ${monthName(month)}`;

const none: readonly PayoutRecord[] = [];

const Screen = () => {
  const records = useRecords('GET /api/payouts', payoutsIn);
  const [notice, notify] = useState<Notice | null>(null);
  const rows = records.page?.rows ?? none;
  const chosen = useChosenPayouts(rows);
  const box = useRef<HTMLDivElement>(null);
  useUnsavedChangesPrompt(box);

  const moves = usePayoutMoves({
    notify,
    nameOf: (id) => {
      const known = [...rows, ...chosen.payouts].find((payout) => payout.id === id);
      return known ? nameOf(known) : `${payoutReference(id)} (${id})`;
    },
    onMoved: (ids) => {
      chosen.drop(ids);
      void records.reload();
    },
  });

  const fieldOf = (id: string) => box.current?.querySelector(`[name="${id}"]`)?.parentElement ?? null;

  /** Changes the choice; asks first where that takes typed text away, and resolves to whether it did. */
  const choose = async (keys: ReadonlySet<string>): Promise<boolean> => {
    const left = [...chosen.keys].filter((id) => !keys.has(id));
    const isLost = keys.size === 0 ? isDirty(box.current) : left.some((id) => isDirty(fieldOf(id)));
    const { confirmLeave, leave } = texts;
    if (isLost && !(await moves.ask({ text: confirmLeave, action: leave }))) return false;
    chosen.choose(keys);
    return true;
  };
  const chooseNone = () => choose(new Set());
  /** The same at a press of its button, which goes with the choice. */
  const pressNone = async () => {
    if (await chooseNone()) notify({ kind: 'success', text: texts.noneChosen, shouldFocus: true });
  };

  return (
    <>
      {moves.dialog}
      <ScreenNotice records={records} failureText={failureText} notice={notice} />
      <PayoutControls records={records} notify={notify} ask={moves.ask} mayChange={chooseNone} />
      {chosen.payouts.length > 0 && (
        <PayoutChosen ref={box} payouts={chosen.payouts} moves={moves} onNone={() => void pressNone()} />
      )}
      <RecordTable
        records={records}
        columns={payoutColumns}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        caption="Payouts"
        loading={texts.loading}
        empty={texts.none}
        chosen={chosen.keys}
        onChoose={(keys) => void choose(keys)}
      />
      {records.page && (
        <>
          <PayoutPaidList moves={moves} notify={notify} />
          <PayoutUnpaid balances={records.page.data.unpaid} />
        </>
      )}
    </>
  );
};

/** The payout run: what is proposed, approved, exported for the provider and paid; for admins, by the server. */
export const PayoutAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;

const columns: readonly TableColumn<UnpaidBalance>[] = [
  { label: 'Month', cell: ({ month }) => monthName(month) },
  {
    label: 'Affiliate',
    heads: true,
    cell: ({ affiliate }) => <a href={affiliatePath(affiliate)}>{`${affiliate.name} (${affiliate.code})`}</a>,
  },
  { label: 'Balance', look: 'number', cell: ({ closing_cents }) => formatUsd(closing_cents) },
  { label: 'Why', cell: ({ reason }) => texts.unpaidReasons[reason] },
];

/** Balances that were due and could be paid nowhere: nobody is paid them before an admin does something. */
export const PayoutUnpaid = ({ balances }: { readonly balances: readonly UnpaidBalance[] }) =>
  balances.length > 0 && (
    <section className="panel" data-tab="Due" aria-labelledby="unpaid">
      <h2 id="unpaid">Due, but cannot be paid out</h2>
      <p>{texts.unpaidHint}</p>
      <CardTable
        caption="Balances that are due"
        columns={columns}
        rows={balances}
        keyOf={({ affiliate }) => affiliate.id}
      />
    </section>
  );

export interface ChosenPayouts {
  readonly keys: ReadonlySet<string>;
  /** The chosen payouts as they were last seen, those of other pages too. */
  readonly payouts: readonly PayoutRecord[];
  readonly choose: (keys: ReadonlySet<string>) => void;
  /** Leaves these out of the choice; what was typed for the others stays. */
  readonly drop: (ids: readonly string[]) => void;
}

/** Chosen payouts; the choice stays while one goes through the pages of a list. */
export const useChosenPayouts = (page: readonly PayoutRecord[]): ChosenPayouts => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, PayoutRecord>>(new Map());
  const current = new Map([
    ...chosen,
    ...page.filter(({ id }) => chosen.has(id)).map((one) => [one.id, one] as const),
  ]);
  const known = new Map([...current, ...page.map((one) => [one.id, one] as const)]);
  return {
    keys: new Set(current.keys()),
    payouts: [...current.values()],
    choose: (keys) => {
      setChosen(new Map([...known].filter(([id]) => keys.has(id))));
    },
    drop: (ids) => {
      setChosen((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
    },
  };
};
