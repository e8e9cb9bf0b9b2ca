import { messages } from '../../shared/messages.ts';
import { formatUsd } from '../../shared/money.ts';
import { monthName } from '../../shared/months.ts';
import type { UnpaidBalance } from './payout-record.ts';

const { payouts: texts } = messages;

/** Balances that were due and could be paid nowhere: nobody is paid them before an admin does something. */
export const PayoutUnpaid = ({ balances }: { readonly balances: readonly UnpaidBalance[] }) =>
  balances.length > 0 && (
    <section className="panel" data-tab="Due" aria-labelledby="unpaid">
      <h2 id="unpaid">Due, with nowhere to go</h2>
      <p>{texts.unpaidHint}</p>
      <div className="table-wrap">
        <table className="table-cards">
          <caption className="visually-hidden">Balances that are due</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Affiliate</th>
              <th scope="col" className="number">
                Balance
              </th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {balances.map(({ affiliate, month, closing_cents, reason }) => (
              <tr key={affiliate.id}>
                <td data-label="Month">{monthName(month)}</td>
                <td data-label="Affiliate">
                  <a href={`/affiliate-admin?${new URLSearchParams({ q: affiliate.code }).toString()}`}>
                    {affiliate.name} ({affiliate.code})
                  </a>
                </td>
                <td data-label="Balance" className="number">
                  {formatUsd(closing_cents)}
                </td>
                <td data-label="Why">{texts.unpaidReasons[reason]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
