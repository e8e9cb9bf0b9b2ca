import { maxLengths } from '../../../shared/max-lengths.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { recordMessages } from '../../../shared/messages/admin.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { refusedFields } from '../../../client/api.ts';
import { screenMessages } from '../../../shared/messages/site.ts';
import { formatUsd } from '../../../shared/money.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { restoreFocus, useFocusEffect } from '../../ui/focus.ts';
import { approveQuestion, type PayoutActions } from './run/use-payout-actions.ts';
import { defaultReason, ReturnToBalanceForm } from './ReturnToBalanceForm.tsx';
import { approvablePayouts, namedWarnings, type PayoutRecord, payoutSum, sumOf } from './run/payout-run.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { type FieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { LazyDetails } from '../../ui/LazyDetails.tsx';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

interface Props {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly payouts: readonly PayoutRecord[];
  readonly actions: PayoutActions;
  readonly onClear: () => void;
  /** The form that opens, with the focus in its first field. A new object opens it again. */
  readonly form: { readonly name: 'paid' | 'to-balance' } | null;
}

/** The actions for the selected payouts: approve proposed payouts, mark approved payouts as paid, return either to the balance. */
export function PayoutSelection({ ref, payouts, actions, onClear, form }: Props) {
  useFocusEffect(ref, restoreFocus);
  const paid = useRef<HTMLDetailsElement>(null);
  const toBalance = useRef<HTMLDetailsElement>(null);
  const proposed = payouts.filter(({ state }) => state === 'proposed');
  const approvable = approvablePayouts(payouts);
  const approved = payouts.filter(({ state }) => state === 'approved');
  const warnings = namedWarnings(approvable);
  const forBalance = [...proposed, ...approved].filter(({ result }) => result !== 'unclaimed');
  const reason = defaultReason(forBalance);
  const unclaimed = proposed.length + approved.length - forBalance.length;

  const approve = () =>
    actions.run('approve', approveQuestion(approvable), { ids: approvable.map(({ id }) => id) });

  useEffect(() => {
    if (!form) return;
    const details = (form.name === 'paid' ? paid : toBalance).current;
    if (!details) return;
    details.open = true;
    details.querySelector<HTMLElement>('textarea, input')?.focus();
  }, [form]);

  return (
    <div ref={ref} className="selection-bar" role="group" aria-label="Selected payouts">
      <p>{`${payouts.length.toLocaleString('en-US')} selected, ${formatUsd(sumOf(payouts).cents)}`}</p>
      <div className="buttons">
        {approvable.length > 0 && (
          <BusyButton
            label={`${texts.approve} ${String(approvable.length)}`}
            busyLabel={texts.busy.approve}
            onPress={approve}
          />
        )}
        <button type="button" className="button button-quiet" onClick={onClear}>
          {recordMessages.clearSelection}
        </button>
      </div>
      {warnings !== '' && <p>{texts.lookCloserAt(warnings)}</p>}
      {forBalance.length + unclaimed === 0 && <p>{texts.noneForBalance}</p>}
      {unclaimed > 0 && <p>{texts.unclaimedNotForBalance(unclaimed)}</p>}
      {forBalance.length > 0 && (
        <details ref={toBalance} className="disclosure" open={reason !== ''}>
          <summary>{texts.returnCountToBalance(forBalance.length)}</summary>
          <ReturnToBalanceForm key={reason} payouts={forBalance} actions={actions} reason={reason} />
        </details>
      )}
      {approved.length > 0 && (
        <LazyDetails
          ref={paid}
          summary={`Mark ${String(approved.length)} as paid`}
          isRenderedClosed={form?.name === 'paid'}
        >
          {() => <PayoutPaidForm payouts={approved} actions={actions} />}
        </LazyDetails>
      )}
    </div>
  );
}

interface FormProps {
  readonly payouts: readonly PayoutRecord[];
  readonly actions: PayoutActions;
}

function itemField(index: number): string {
  return `items.${String(index)}.transactionId`;
}

/** Returns the server's errors about the sent items, by the ids of their payouts. */
function errorsOf(data: unknown, sent: readonly PayoutRecord[]): FieldErrors<string> {
  const refusals = refusedFields(data);
  const errorAt = (index: number) => refusals.find(({ field }) => field === itemField(index))?.message;
  return Object.fromEntries(sent.map(({ id }, index) => [id, errorAt(index)]));
}

function labelOf({ affiliate, amount_cents }: PayoutRecord): string {
  return `Transaction ID for ${affiliateLabel(affiliate)}, ${formatUsd(amount_cents)}`;
}

/** Marks payouts as paid by their transaction ids. Payouts without an id are not changed. */
function PayoutPaidForm({ payouts, actions }: FormProps) {
  const submit = async (read: ReadField<string>): Promise<Outcome<string>> => {
    const sent = payouts.filter(({ id }) => read(id).trim() !== '');
    const [first] = payouts;
    if (sent.length === 0 && first)
      return { fields: { [first.id]: adminProblemText('transaction-required') } };
    const unsent = payouts.length - sent.length;
    const unexported = sent.filter(({ exported_at }) => exported_at === null).length;
    const question = {
      text: texts.confirmPaid(payoutSum(sumOf(sent))),
      detail: [
        unexported > 0 && texts.notExported(unexported),
        unsent > 0 && texts.withoutTransaction(unsent),
        screenMessages.cannotUndo,
      ]
        .filter(Boolean)
        .join(' '),
      action: texts.markPaid,
    } as const;
    const items = sent.map(({ id }) => ({ id, transactionId: read(id).trim() }));
    const answer = await actions.run('paid', question, { items });
    return answer && !answer.ok ? { fields: errorsOf(answer.data, sent) } : { done: true };
  };
  const form = useForm<string>(submit);
  return (
    <Form form={form}>
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
        />
      ))}
      <FormEnd look="plain" label={texts.markPaid} busyLabel={texts.markingPaid} />
    </Form>
  );
}
