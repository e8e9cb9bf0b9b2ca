import { maxLengths } from '../../shared/max-lengths.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { count } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { payoutProblemText } from '../../shared/problems/payouts.ts';
import { fieldErrors, type FieldErrors, type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type PayoutRecord, sumOf } from './payout-record.ts';
import type { PayoutMoves } from './use-payout-moves.tsx';
import { problemText } from '../../shared/problems/screens.ts';

interface Props {
  readonly payouts: readonly PayoutRecord[];
  readonly moves: PayoutMoves;
}

const itemField = (index: number): string => `items.${String(index)}.transactionId`;

/** What the server says of the sent items, by the ids of their payouts. */
const errorsOf = (data: unknown, sent: readonly PayoutRecord[]): FieldErrors<string> => {
  const errors = fieldErrors<string>(
    data,
    sent.map((_, index) => itemField(index)),
  );
  return Object.fromEntries(sent.map(({ id }, index) => [id, errors[itemField(index)]]));
};

const labelOf = ({ affiliate, amount_cents }: PayoutRecord): string =>
  `Transaction id for ${affiliate.name} (${affiliate.code}), ${formatUsd(amount_cents)}`;

/** Marks payouts as paid, each by the transaction that is typed for it; those without one stay as they are. */
export const PayoutPaidForm = ({ payouts, moves }: Props) => {
  const submit = async (read: Read<string>): Promise<Outcome<string>> => {
    const sent = payouts.filter(({ id }) => read(id).trim() !== '');
    const [first] = payouts;
    if (sent.length === 0 && first)
      return { fields: { [first.id]: payoutProblemText('transaction-required') } };
    const rest = payouts.length - sent.length;
    const question = {
      text: texts.confirmPaid(count(sent.length, 'payout'), formatUsd(sumOf(sent))),
      detail: [texts.cannotBeUndone, rest > 0 && texts.withoutTransaction(rest)].filter(Boolean).join(' '),
      action: texts.markPaid,
    };
    const items = sent.map(({ id }) => ({ id, transactionId: read(id).trim() }));
    const answer = await moves.move('paid', question, { items });
    return answer && !answer.ok ? { fields: errorsOf(answer.data, sent) } : { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm<string>(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      {payouts.map((payout) => (
        <TextField
          key={payout.id}
          name={payout.id}
          label={labelOf(payout)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxLengths.transactionId}
          optional={payouts.length > 1}
          error={errors[payout.id]}
          readOnly={busy}
        />
      ))}
      <div className="form-actions">
        <SubmitButton label={texts.markPaid} busyLabel={texts.markingPaid} busy={moves.busy === 'paid'} />
      </div>
    </form>
  );
};

interface PayoutRejectFormProps {
  readonly payouts: readonly PayoutRecord[];
  readonly moves: PayoutMoves;
}

/** Rejects payouts, all for one reason. */
export const PayoutRejectForm = ({ payouts, moves }: PayoutRejectFormProps) => {
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
        maxLength={maxLengths.reason}
        error={errors.reason}
        readOnly={busy}
      />
      <div className="form-actions">
        <SubmitButton label={texts.reject} busyLabel={texts.rejecting} busy={moves.busy === 'reject'} />
      </div>
    </form>
  );
};
