import { useRef, useState } from 'react';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { monthName } from '../../shared/months.ts';
import { payoutReference } from '../../shared/payout-reference.ts';
import { payoutProblemText } from '../../shared/problems/payouts.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { isTyped } from '../records/is-typed.ts';
import { RecordTable } from '../records/RecordTable.tsx';
import { type Said, ScreenNotice } from '../records/ScreenNotice.tsx';
import { useRecords } from '../records/use-records.ts';
import { payoutColumns } from './payout-columns.tsx';
import { type PayoutRecord, payoutsIn } from './payout-record.ts';
import { PayoutChosen } from './PayoutChosen.tsx';
import { PayoutControls } from './PayoutControls.tsx';
import { PayoutPaidList } from './PayoutPaidList.tsx';
import { PayoutUnpaid } from './PayoutUnpaid.tsx';
import { useChosenPayouts } from './use-chosen-payouts.ts';
import { usePayoutMoves } from './use-payout-moves.tsx';
import { useTypedGuard } from '../records/use-typed-guard.ts';

const failureText = (message: string): string => payoutProblemText('payouts-load-failed', message);

const nameOf = ({ affiliate, month }: PayoutRecord): string =>
  `${affiliate.name} (${affiliate.code}), ${monthName(month)}`;

const none: readonly PayoutRecord[] = [];

const Screen = () => {
  const records = useRecords('GET /api/payouts', payoutsIn);
  const [said, say] = useState<Said | null>(null);
  const rows = records.page?.rows ?? none;
  const chosen = useChosenPayouts(rows);
  const box = useRef<HTMLDivElement>(null);
  useTypedGuard(box);

  const moves = usePayoutMoves({
    say,
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
    const isLost = keys.size === 0 ? isTyped(box.current) : left.some((id) => isTyped(fieldOf(id)));
    const { confirmLeave, leave } = texts;
    if (isLost && !(await moves.ask({ text: confirmLeave, action: leave }))) return false;
    chosen.choose(keys);
    return true;
  };
  const chooseNone = () => choose(new Set());
  /** The same at a press of its button, which goes with the choice. */
  const pressNone = async () => {
    if (await chooseNone()) say({ kind: 'success', text: texts.noneChosen, takesFocus: true });
  };

  return (
    <>
      {moves.dialog}
      <ScreenNotice records={records} failureText={failureText} said={said} />
      <PayoutControls records={records} say={say} ask={moves.ask} mayChange={chooseNone} />
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
          <PayoutPaidList moves={moves} say={say} />
          <PayoutUnpaid balances={records.page.data.unpaid} />
        </>
      )}
    </>
  );
};

/** The payout run: what is proposed, approved, exported for the provider and paid; for admins, by the server. */
export const PayoutAdmin = () => <MembersOnly>{() => <Screen />}</MembersOnly>;
