import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { formatDate } from '../../shared/dates.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { optionalEmailProblem } from '../ui/email-problem.ts';
import { EmailField } from '../ui/fields.tsx';
import { Form, FormEnd } from '../ui/Form.tsx';
import { Section } from '../ui/Section.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import type { PayoutAccount } from './PaymentInformation.tsx';

interface Props {
  readonly account: PayoutAccount;
  /** True if the user's address is confirmed. Without that, the payment email cannot be set. */
  readonly isConfirmed: boolean;
  readonly onSaved: (account: PayoutAccount) => void;
}

/** The section with the payment email and its changes. */
export function PaymentEmail({ account, isConfirmed, onSaved }: Props) {
  return (
    <Section id="payment" tab="Payment" heading={texts.heading}>
      {isConfirmed ? <PaymentEmailForm account={account} onSaved={onSaved} /> : <p>{texts.unconfirmed}</p>}
      <Changes changes={account.payout_email_changes} />
    </Section>
  );
}

function Changes({ changes }: { readonly changes: PayoutAccount['payout_email_changes'] }) {
  const [lastChange] = changes;
  if (!lastChange) return null;
  return (
    <details className="disclosure">
      <summary>{`Payment email changed on ${formatDate(lastChange.changed_at)}`}</summary>
      <ul className="changes" aria-label={texts.changes}>
        {changes.map(({ email, changed_at }, index) => (
          <li key={index}>{`${formatDate(changed_at)}: ${email ?? 'removed'}`}</li>
        ))}
      </ul>
    </details>
  );
}

/** Sets the payment email. An empty field removes the address. */
function PaymentEmailForm({ account, onSaved }: Omit<Props, 'isConfirmed'>) {
  const submit = async (read: ReadField<'email'>, element: HTMLFormElement): Promise<Outcome<'email'>> => {
    const email = read('email').trim();
    if (email === '' && account.payout_email === null)
      return { fields: { email: problemText('email-required') } };
    const emailError = optionalEmailProblem(element, 'email');
    if (emailError) return { fields: { email: emailError } };
    const answer = await authFetch('PUT /api/affiliates/payout-email', { body: { email: email || null } });
    if (!answer.ok) return { refused: answer };
    onSaved(answer.data);
    return { success: answer.data.payout_email === null ? texts.removed : texts.saved };
  };
  const form = useForm(submit);
  return (
    <Form form={form}>
      <EmailField
        label="Payment email"
        optional={account.payout_email !== null}
        autoComplete="email"
        defaultValue={account.payout_email ?? ''}
        hint={account.payout_email === null ? texts.hint : `${texts.hint} ${texts.removable}`}
      />
      <FormEnd label={texts.save} busyLabel={texts.saving} />
    </Form>
  );
}
