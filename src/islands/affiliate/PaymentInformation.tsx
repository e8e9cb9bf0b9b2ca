import { maxLengths } from '../../shared/max-lengths.ts';
import type { ReactNode } from 'react';
import { formatDate } from '../../shared/dates.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { payoutTermsMessages } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { site } from '../../shared/site.ts';
import type { Loaded } from '../data/use-api.tsx';
import { Facts, Usd } from '../ui/CardTable.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { problemText } from '../../shared/problem-texts/common.ts';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { isEmailField } from '../ui/email-problem.ts';
import { type AnswerOf, type ApiAnswer, errorMessage } from '../../client/api.ts';
import { FormNotice } from '../ui/notices.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/fields.tsx';
import { authFetch } from '../../client/accounts/auth-fetch.ts';

interface SectionProps {
  readonly loaded: Loaded<PayoutAccount>;
  /** True if the user's address is confirmed. Without that, the payment email cannot be set. */
  readonly isConfirmed: boolean;
}

/** The affiliate's payments: terms, balance, next payout and payment email. */
export function PaymentInformation(props: SectionProps) {
  return (
    <section className="panel" data-tab="Payment" aria-labelledby="payment">
      <h2 id="payment">Payment Information</h2>
      <p>{texts.monthly}</p>
      <LoadedAccount {...props} />
      <p>
        Questions about a payment? Write to <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </section>
  );
}

/** An affiliate's payment settings. Amounts are US cents. `next_closing` is the day when the current UTC month closes. */
export type PayoutAccount = AnswerOf<'GET /api/affiliates/payout'>;

function LoadedAccount({ loaded, isConfirmed }: SectionProps) {
  const { data: account, failure, loading, reload, replace } = loaded;

  if (failure !== null)
    return (
      <TryAgain
        text={affiliateProblemText('payment-load-failed', failure)}
        busy={loading}
        onRetry={() => void reload()}
      />
    );
  if (!account) return <Waiting text={texts.loading} />;
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
    ...(account.held_cents === 0
      ? []
      : [['On hold', <Usd key="held" cents={account.held_cents} />] as const]),
    ['Next payout date', formatDate(account.next_closing)],
    account.no_minimum || account.left_at !== null
      ? ['Minimum payout', payoutTermsMessages.noMinimum]
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

type Field = 'email';

interface Props {
  readonly account: PayoutAccount;
  readonly onSaved: (account: PayoutAccount) => void;
}

/** Sets the payment email. An empty field removes the address. */
function PaymentEmailForm({ account, onSaved }: Props) {
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    const email = read('email').trim();
    if (email === '' && account.payout_email === null)
      return { fields: { email: problemText('email-required') } };
    if (!isEmailField(element, 'email')) return { fields: { email: problemText('email-invalid') } };
    const answer = await savePayoutEmail(email || null);
    const savedAccount = answer.ok ? answer.data : null;
    if (savedAccount) {
      onSaved(savedAccount);
      return { success: savedAccount.payout_email === null ? texts.removed : texts.saved };
    }
    const serverErrors = fieldErrors<Field>(answer.data, ['email']);
    return serverErrors.email === undefined ? { error: errorMessage(answer) } : { fields: serverErrors };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextField
        name="email"
        label="Payment email"
        optional={account.payout_email !== null}
        type="email"
        autoComplete="email"
        maxLength={maxLengths.email}
        defaultValue={account.payout_email ?? ''}
        hint={account.payout_email === null ? texts.hint : `${texts.hint} ${texts.removable}`}
        error={errors.email}
        readOnly={busy}
      />
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton label={texts.save} busyLabel={texts.saving} busy={busy} />
      </div>
    </form>
  );
}

/** Sets the signed-in affiliate's payment email. Null removes it. */
function savePayoutEmail(email: string | null): Promise<ApiAnswer<PayoutAccount>> {
  return authFetch('PUT /api/affiliates/payout-email', { body: { email } });
}
