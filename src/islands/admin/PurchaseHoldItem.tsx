import { formatDate } from '../../shared/dates.ts';
import { purchaseAdminMessages } from '../../shared/messages/purchase-admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { errorMessage } from '../../client/api-error.ts';
import { FormNotice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type PurchaseHold, releaseHold } from './purchase-record.ts';
import { isStillAt } from '../ui/focus.ts';
import type { PurchasePart } from './purchase-part.ts';

type Props = PurchasePart & { readonly hold: PurchaseHold };

const reasons: Readonly<Record<string, string>> = {
  'self-referral': 'the buyer is the affiliate',
  dispute: 'the buyer disputes the payment',
  review: 'to be reviewed',
};

const ReleaseForm = ({ hold, purchase, say, onChange, reload }: Props) => {
  const { releaseHold: label, releasingHold, holdReleased } = purchaseAdminMessages;
  const submit = async (read: Read<'reason'>): Promise<Outcome<'reason'>> => {
    say(null);
    const reason = read('reason').trim();
    if (reason === '') return { fields: { reason: problemText('reason-required') } };
    const pressed = document.activeElement;
    const answer = await releaseHold(purchase.id, hold.id, reason);
    const changed = answer.ok ? answer.data : null;
    if (!changed) {
      const error = errorMessage(answer);
      // Somebody else was first: the panel shows what they did, and this form goes.
      if (answer.status === 409) void reload();
      // The screen's box is far below; a panel that was closed meanwhile has no other place to say it.
      else if (form.form.current) return { error };
      say({ kind: 'error', text: error });
      return { done: true };
    }
    say({ kind: 'success', text: holdReleased, takesFocus: isStillAt(pressed) });
    onChange(changed);
    return { done: true };
  };
  const form = useForm(submit);
  return (
    <form
      ref={form.form}
      className="form"
      method="dialog"
      noValidate
      onSubmit={form.onSubmit}
      onInput={form.onInput}
    >
      <TextField
        name="reason"
        label="Why it is released"
        autoComplete="off"
        maxLength={500}
        error={form.errors.reason}
        readOnly={form.busy}
      />
      <FormNotice notice={form.notice} />
      <div className="form-actions">
        <SubmitButton label={label} busyLabel={releasingHold} busy={form.busy} />
      </div>
    </form>
  );
};

/** A hold on a commission: why and since when, and a form to release it with a reason while it is open. */
export const PurchaseHoldItem = (props: Props) => {
  const { reason, placed_at, released_at, released_by } = props.hold;
  const who = released_by === 'provider' ? 'by the payment provider' : 'by an admin';
  return (
    <li>
      <span>{`On hold since ${formatDate(placed_at)}: ${reasons[reason] ?? reason}.`}</span>
      {released_at === null ? (
        <ReleaseForm {...props} />
      ) : (
        <span>{` Released ${formatDate(released_at)} ${who}.`}</span>
      )}
    </li>
  );
};
