import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { count } from '../../shared/messages/records.ts';
import { formatUsd } from '../../shared/money.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type PayoutRecord, sumOf } from './payout-record.ts';
import type { PayoutMoves } from './use-payout-moves.tsx';

interface Props {
  readonly payouts: readonly PayoutRecord[];
  readonly moves: PayoutMoves;
}

/** Rejects payouts, all for one reason. */
export const PayoutRejectForm = ({ payouts, moves }: Props) => {
  const submit = async (read: Read<'reason'>): Promise<Outcome<'reason'>> => {
    const reason = read('reason').trim();
    if (reason === '') return { fields: { reason: problemText('reason-required') } };
    const exported = payouts.filter(({ exported_at }) => exported_at !== null).map(({ id }) => id);
    const question = {
      text: texts.confirmReject(count(payouts.length, 'payout'), formatUsd(sumOf(payouts))),
      detail:
        exported.length > 0 ? `${texts.rejectsExported(exported.length)} ${texts.rejects}` : texts.rejects,
      action: texts.reject,
    };
    const ids = payouts.map(({ id }) => id);
    const answer = await moves.move('reject', question, { ids, reason, exported });
    return answer && !answer.ok ? { fields: fieldErrors(answer.data, ['reason']) } : { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <TextField
        name="reason"
        label="Reason"
        autoComplete="off"
        maxLength={500}
        error={errors.reason}
        readOnly={busy}
      />
      <div className="form-actions">
        <SubmitButton label={texts.reject} busyLabel={texts.rejecting} busy={moves.busy === 'reject'} />
      </div>
    </form>
  );
};
