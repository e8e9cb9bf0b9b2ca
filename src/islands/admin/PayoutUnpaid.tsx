import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { formatUsd } from '../../shared/money.ts';
import { monthName } from '../../shared/months.ts';
import { affiliatePath } from '../records/affiliate-path.ts';
import { CardTable, type TableColumn } from '../ui/CardTable.tsx';
import type { UnpaidBalance } from './payout-record.ts';

const columns: readonly TableColumn<UnpaidBalance>[] = [
  { label: 'Month', cell: ({ month }) => monthName(month) },
  {
    label: 'Affiliate',
    heads: true,
    cell: ({ affiliate }) => <a href={affiliatePath(affiliate)}>{`${affiliate.name} (${affiliate.code})`}</a>,
  },
  { label: 'Balance', look: 'number', cell: ({ closing_cents }) => formatUsd(closing_cents) },
  { label: 'Why', cell: ({ reason }) => texts.unpaidReasons[reason] },
];

/** Balances that were due and could be paid nowhere: nobody is paid them before an admin does something. */
export const PayoutUnpaid = ({ balances }: { readonly balances: readonly UnpaidBalance[] }) =>
  balances.length > 0 && (
    <section className="panel" data-tab="Due" aria-labelledby="unpaid">
      <h2 id="unpaid">Due, but cannot be paid out</h2>
      <p>{texts.unpaidHint}</p>
      <CardTable
        caption="Balances that are due"
        columns={columns}
        rows={balances}
        keyOf={({ affiliate }) => affiliate.id}
      />
    </section>
  );
