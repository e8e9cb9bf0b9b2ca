import type { ReactNode } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { formatDate } from '../../shared/dates.ts';
import { paymentSettingsMessages } from '../../shared/messages/admin.ts';
import { paymentMessages as texts } from '../../shared/messages/affiliate.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { site } from '../../shared/site.ts';
import type { Loaded } from '../data/use-api.tsx';
import { Facts } from '../ui/CardTable.tsx';
import { LoadState } from '../ui/loading.tsx';
import { Section } from '../ui/Section.tsx';

/** An affiliate's payment settings. Amounts are US cents. `next_closing` is the day when the current UTC month closes. */
export type PayoutAccount = AnswerOf<'GET /api/affiliates/payout'>;

/** An affiliate's payments: when the month closes, the minimum and the payment email. */
export function PaymentInformation({ loaded }: { readonly loaded: Loaded<PayoutAccount> }) {
  const { data: account, failure } = loaded;
  return (
    <Section id="payment" tab="Payment" heading="Payment Information">
      {failure === null && account ? (
        <Facts rows={factsOf(account)} />
      ) : (
        <LoadState
          loaded={loaded}
          waiting={texts.loading}
          failureText={affiliateFailure('payment-load-failed')}
        />
      )}
      <p className="small">
        {texts.monthly} <a href="/affiliate-payment">{texts.settings}</a>. Questions? Write to{' '}
        <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </Section>
  );
}

function factsOf(account: PayoutAccount): readonly (readonly [string, ReactNode])[] {
  return [
    ['Month closes', formatDate(account.next_closing)],
    account.no_minimum || account.left_at !== null
      ? ['Minimum payout', paymentSettingsMessages.noMinimum]
      : ['Minimum payout', formatUsd(account.minimum_cents)],
    ['Payment email', account.payout_email],
  ];
}
