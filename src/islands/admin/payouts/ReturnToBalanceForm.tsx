import { maxLengths } from '../../../shared/max-lengths.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { TextAreaField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { type PayoutRecord, payoutSum, sumOf } from './run/payout-run.ts';
import type { PayoutActions } from './run/use-payout-actions.ts';

interface Props {
  readonly payouts: readonly PayoutRecord[];
  readonly actions: PayoutActions;
  /** The text of the field at the beginning. */
  readonly reason: string;
}

/** Returns payouts to their affiliates' balances for a common reason. */
export function ReturnToBalanceForm({ payouts, actions, reason: initialReason }: Props) {
  const submit = async (read: ReadField<'reason'>, element: HTMLFormElement): Promise<Outcome<'reason'>> => {
    const reason = read('reason').trim();
    if (reason === '') return { fields: { reason: problemText('reason-required') } };
    const exported = payouts
      .filter(({ exported_at, result }) => exported_at !== null && result === null)
      .map(({ id }) => id);
    const question = {
      text: texts.confirmReturn(payoutSum(sumOf(payouts))),
      detail:
        exported.length > 0
          ? `${texts.returnExportedHint(exported.length)} ${texts.returnHint}`
          : texts.returnHint,
      action: texts.returnToBalance,
      isFinal: true,
    };
    const ids = payouts.map(({ id }) => id);
    const answer = await actions.run('reject', question, { ids, reason, exported });
    return answer && !answer.ok ? { fields: fieldErrors(answer, element) } : { done: true };
  };
  const form = useForm(submit);
  return (
    <Form form={form}>
      <TextAreaField
        name="reason"
        label="Reason"
        hint={texts.returnReasonHint}
        defaultValue={initialReason}
        autoComplete="off"
        maxLength={maxLengths.reason}
      />
      <FormEnd look="plain" label={texts.returnToBalance} busyLabel={texts.returning} />
    </Form>
  );
}

/** Returns the reason that PayPal's report gives for all of the payouts, or an empty text. */
export function defaultReason([first, ...others]: readonly PayoutRecord[]): string {
  const result = first?.result ?? null;
  const isCommon = others.every((payout) => payout.result === result);
  return isCommon && (result === 'returned' || result === 'blocked') ? texts.resultReasons[result] : '';
}
