import type { ReactNode } from 'react';
import { formatDate } from '../../shared/dates.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { paymentSettingsMessages } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { site } from '../../shared/site.ts';
import type { Loaded } from '../data/use-api.tsx';
import { Facts, Usd } from '../ui/CardTable.tsx';
import { LoadState } from '../ui/loading.tsx';
import { problemText } from '../../shared/problem-texts/common.ts';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { optionalEmailProblem } from '../ui/email-problem.ts';
import type { AnswerOf } from '../../client/api.ts';
import { EmailField } from '../ui/fields.tsx';
import { Form, FormEnd } from '../ui/Form.tsx';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { Section } from '../ui/Section.tsx';

interface SectionProps {
  readonly loaded: Loaded<PayoutAccount>;
  /** True if the user's address is confirmed. Without that, the payment email cannot be set. */
  readonly isConfirmed: boolean;
}

/** The affiliate's payments: terms, balance, next payout and payment email. */
export function PaymentInformation(props: SectionProps) {
  return (
    <Section id="payment" tab="Payment" heading="Payment Information">
      <p>{texts.monthly}</p>
      <LoadedAccount {...props} />
      <p>
        Questions about a payment? Write to <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </Section>
  );
}

/** An affiliate's payment settings. Amounts are US cents. `next_closing` is the day when the current UTC month closes. */
export type PayoutAccount = AnswerOf<'GET /api/affiliates/payout'>;

function LoadedAccount({ loaded, isConfirmed }: SectionProps) {
  const { data: account, failure, replace } = loaded;
  if (failure !== null || !account)
    return (
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={affiliateFailure('payment-load-failed')}
      />
    );
  return (
    <>
      <Facts rows={factsOf(account)} />
      {account.held_cents !== 0 && <p className="soft small">{texts.held}</p>}
      {isConfirmed ? <PaymentEmailForm account={account} onSaved={replace} /> : <p>{texts.unconfirmed}</p>}
      <Changes changes={account.payout_email_changes} />
    </>
  );
}

function factsOf(account: PayoutAccount): readonly (readonly [string, ReactNode])[] {
  return [
    ['Balance', <Usd key="balance" cents={account.balance_cents} />],
    ['On hold', account.held_cents === 0 ? null : <Usd key="held" cents={account.held_cents} />],
    ['Next payout date', formatDate(account.next_closing)],
    account.no_minimum || account.left_at !== null
      ? ['Minimum payout', paymentSettingsMessages.noMinimum]
      : ['Minimum payout', formatUsd(account.minimum_cents)],
  ];
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

interface Props {
  readonly account: PayoutAccount;
  readonly onSaved: (account: PayoutAccount) => void;
}

/** Sets the payment email. An empty field removes the address. */
function PaymentEmailForm({ account, onSaved }: Props) {
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
