import { addMonths, monthName, monthOf } from '../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import type { ListQuery, Records } from '../../data/use-records.ts';
import { Select } from '../../ui/fields.tsx';
import type { PayoutRecord, Payouts } from './run/payout-run.ts';

interface Props {
  readonly records: Records<PayoutRecord>;
  readonly openMonths: Payouts['open_months'];
  /** Called before the filters change. Resolves to true if they may change. */
  readonly mayChange: () => Promise<boolean>;
}

/** Returns the last 24 months, the open months and the selected month, newest first. */
function monthsOf(selected: string, openMonths: Props['openMonths']): readonly string[] {
  const now = monthOf(new Date());
  const lastMonths = Array.from({ length: 24 }, (_, index) => addMonths(now, -1 - index));
  const months = new Set([...lastMonths, ...openMonths.map(({ month }) => month), selected]);
  months.delete('');
  return [...months].sort().reverse();
}

function labelOf(month: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? monthName(month) : month;
}

const states = Object.entries({ ...texts.states, ...texts.results });

/** The filters of the payouts. */
export function PayoutFilters({ records, openMonths, mayChange }: Props) {
  const { month, state } = records.query;
  const change = async (query: Partial<ListQuery>) => {
    if (await mayChange()) records.change(query);
  };
  return (
    <div className="controls" role="search">
      <Select
        label="Month"
        value={month}
        all="All"
        options={monthsOf(month, openMonths).map((option) => [option, labelOf(option)])}
        onChange={(value) => void change({ month: value })}
      />
      <Select
        label="State"
        value={state}
        all="All"
        options={states}
        onChange={(value) => void change({ state: value })}
      />
    </div>
  );
}
