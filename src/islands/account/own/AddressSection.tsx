import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { errorMessage } from '../../../client/api.ts';
import { addressMessages as texts } from '../../../shared/messages/own-account.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { Facts } from '../../ui/CardTable.tsx';
import { emailProblem } from '../../ui/email-problem.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';

interface Props {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** Asks for another address of the account. The link in the mail to the new address changes it. */
export function AddressSection({ email, isConfirmed }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (read: ReadField<'email'>, element: HTMLFormElement): Promise<Outcome<'email'>> => {
    setSentTo(null);
    const problem = emailProblem(element, 'email');
    if (problem !== undefined) return { fields: { email: problem } };
    const answer = await authFetch('POST /api/account/address', { body: { email: read('email').trim() } });
    if (answer.ok) {
      element.reset();
      setSentTo(answer.data.email);
      return { done: true };
    }
    const refused = fieldErrors<'email'>(answer.data, ['email']);
    return refused.email === undefined ? { error: errorMessage(answer) } : { fields: refused };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  const sent: Notice | null =
    sentTo === null ? null : { kind: 'success', text: texts.sent(sentTo), detail: texts.next };
  return (
    <section className="panel" data-tab={texts.tab} aria-labelledby="address">
      <h2 id="address">{texts.heading}</h2>
      <p className="soft">{texts.intro}</p>
      <Facts
        rows={[
          [
            texts.current,
            <span key="address">
              <span>{email}</span>
              {!isConfirmed && <span className="soft small">{` (${texts.unconfirmed})`}</span>}
            </span>,
          ],
        ]}
      />
      <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextField
          name="email"
          label={texts.new}
          type="email"
          autoComplete="email"
          maxLength={maxLengths.email}
          error={errors.email}
          readOnly={busy}
        />
        <FormNotice notice={notice ?? sent} />
        <div className="form-actions">
          <BusyButton type="submit" label={texts.save} busyLabel={texts.saving} busy={busy} />
        </div>
      </form>
    </section>
  );
}
