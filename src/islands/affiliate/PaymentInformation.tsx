import { formatUsd } from '../../shared/money.ts';
import { program } from '../../shared/program.ts';
import { site } from '../../shared/site.ts';

/** How affiliates are paid, as the program's terms have it. */
export const PaymentInformation = () => (
  <section className="panel" data-tab="Payment" aria-labelledby="payment">
    <h2 id="payment">Payment Information</h2>
    <p>
      Commissions are calculated monthly and paid the following month. The minimum payout is{' '}
      {formatUsd(program.minimumPayoutCents)}.
    </p>
    <p>
      To set up how you are paid, write to <a href={`mailto:${site.email}`}>{site.email}</a>.
    </p>
  </section>
);
