import type { RefObject } from 'react';
import { count, recordMessages } from '../../shared/messages/admin.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { formatUsd } from '../../shared/money.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus, useFocusOf } from '../ui/focus.ts';
import { PayoutPaidForm, PayoutRejectForm } from './PayoutForms.tsx';
import { type PayoutRecord, sumOf } from './payout-record.ts';
import type { PayoutMoves } from './use-payout-moves.tsx';

interface Props {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly payouts: readonly PayoutRecord[];
  readonly moves: PayoutMoves;
  readonly onNone: () => void;
}

/** What can be done with the chosen payouts: the proposed are approved, the approved marked as paid, either rejected. */
export const PayoutChosen = ({ ref, payouts, moves, onNone }: Props) => {
  useFocusOf(ref, restoreFocus);
  const proposed = payouts.filter(({ state }) => state === 'proposed');
  const approved = payouts.filter(({ state }) => state === 'approved');
  const flagged = proposed.filter(({ anomalies }) => anomalies.length > 0).length;
  const rejectable = [...proposed, ...approved];

  const approve = () => {
    const question = {
      text: texts.confirmApprove(count(proposed.length, 'payout'), formatUsd(sumOf(proposed))),
      detail: flagged > 0 ? texts.flagged(flagged) : undefined,
      action: texts.approve,
    };
    void moves.move('approve', question, { ids: proposed.map(({ id }) => id) });
  };

  return (
    <div ref={ref} className="selection-bar" role="group" aria-label="Chosen payouts">
      <p>{`${count(payouts.length, 'payout')} chosen, ${formatUsd(sumOf(payouts))}`}</p>
      <div className="buttons">
        {proposed.length > 0 && (
          <BusyButton
            label={`${texts.approve} ${String(proposed.length)}`}
            busyLabel={texts.approving}
            busy={moves.busy === 'approve'}
            look="primary"
            onPress={approve}
          />
        )}
        <button type="button" className="button button-quiet" onClick={onNone}>
          {recordMessages.chooseNone}
        </button>
      </div>
      {rejectable.length === 0 && <p>{texts.final}</p>}
      {rejectable.length > 0 && (
        <details className="disclosure">
          <summary>{`Reject ${String(rejectable.length)}`}</summary>
          <PayoutRejectForm payouts={rejectable} moves={moves} />
        </details>
      )}
      {approved.length > 0 && (
        <details className="disclosure">
          <summary>{`Mark ${String(approved.length)} as paid`}</summary>
          <PayoutPaidForm payouts={approved} moves={moves} />
        </details>
      )}
    </div>
  );
};
