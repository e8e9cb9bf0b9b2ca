import type { ReactNode } from 'react';
import { formatDate } from '../../shared/dates.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { payoutTermsMessages } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { site } from '../../shared/site.ts';
import { useApi } from '../data/use-api.tsx';
import { Facts, Usd } from '../ui/CardTable.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { PaymentEmailForm, type PayoutAccount } from './PaymentEmailForm.tsx';

const factsOf = (account: PayoutAccount): readonly (readonly [string, ReactNode])[] => [
  ['Balance', <Usd key="balance" cents={account.balance_cents} />],
  ...(account.held_cents === 0 ? [] : [['On hold', <Usd key="held" cents={account.held_cents} />] as const]),
  ['Next payout date', formatDate(account.next_closing)],
  account.no_minimum
    ? ['Minimum payout', payoutTermsMessages.noMinimum]
    : ['Minimum payout', formatUsd(account.minimum_cents)],
];

const Changes = ({ changes }: { readonly changes: PayoutAccount['payout_email_changes'] }) => {
  const [last] = changes;
  if (!last) return null;
  return (
    <details className="disclosure">
      <summary>{`Payment email changed on ${formatDate(last.changed_at)}`}</summary>
      <ul className="changes" aria-label={texts.changes}>
        {changes.map(({ email, changed_at }, index) => (
          <li key={index}>{`${formatDate(changed_at)}: ${email ?? 'removed'}`}</li>
        ))}
      </ul>
    </details>
  );
};

const Account = () => {
  const { data: account, failure, loading, reload, replace } = useApi('GET /api/affiliates/payout');

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
      <p className="soft small">{texts.nextPayout}</p>
      {account.payout_email === null && <p>{texts.none}</p>}
      <PaymentEmailForm account={account} onSaved={replace} />
      <Changes changes={account.payout_email_changes} />
    </>
  );
};

/** Leads to the monthly statements, unless there is none yet; why they cannot be had, their page says. */
const StatementsLink = () => {
  const { data: list, failed } = useApi('GET /api/affiliates/statements');
  return (
    (failed !== null || (list && list.statements.length > 0)) && (
      <p>
        <a href="/affiliate-statements">{texts.statements}</a>
      </p>
    )
  );
};

/** How one is paid: the program's terms, the balance, when it is paid next and where it goes. */
export const PaymentInformation = () => (
  <section className="panel" data-tab="Payment" aria-labelledby="payment">
    <h2 id="payment">Payment Information</h2>
    <p>{texts.monthly}</p>
    <Account />
    <StatementsLink />
    <p>
      To set up how you are paid, or for questions about a payment, write to{' '}
      <a href={`mailto:${site.email}`}>{site.email}</a>.
    </p>
  </section>
);
