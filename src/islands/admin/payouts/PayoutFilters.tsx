import { useState } from 'react';
import { downloadFile } from '../../../client/accounts/files.ts';
import { payoutMessages as texts } from '../../../shared/messages/payouts.ts';
import { addMonths, monthName, monthOf } from '../../../shared/dates.ts';
import { count } from '../../../shared/text.ts';
import { callPath, errorMessage } from '../../../client/api.ts';
import type { Notice } from '../../ui/notices.tsx';
import type { ListQuery, Records } from '../../data/use-records.ts';
import { May } from '../../data/role.tsx';
import { useAsk } from '../../ui/ask.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { Select } from '../../ui/fields.tsx';
import type { PayoutRecord, Payouts } from './run/payout-run.ts';
import { fileRows, loadApproved } from './run/payout-file-rows.ts';
import { payoutSum, sumOf } from './run/payout-run.ts';

interface Props {
  readonly records: Records<PayoutRecord>;
  readonly openMonths: Payouts['open_months'];
  readonly notify: (notice: Notice | null) => void;
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

/** Filters of the payouts, and the export of the approved payouts to a PayPal payout file. */
export function PayoutControls({ records, openMonths, notify, mayChange }: Props) {
  const { month, state } = records.query;
  const ask = useAsk();
  const [includesExported, setIncludesExported] = useState(false);

  const exportFile = async () => {
    notify(null);
    const approved = await loadApproved(month);
    if ('ok' in approved) {
      notify({ kind: 'error', text: errorMessage(approved) });
      return;
    }
    const period = month === '' ? 'all months' : labelOf(month);
    const payouts = fileRows(approved, includesExported);
    if (payouts.length === 0) {
      notify({ kind: 'error', text: texts.noneToExport(period) });
      return;
    }
    const exportedBefore = payouts.filter(({ exported_at }) => exported_at !== null).length;
    const question = {
      text: texts.confirmExport(payoutSum(sumOf(payouts), 'approved payout'), period),
      detail: [texts.exportMarksNothing, exportedBefore > 0 && texts.exportedBefore(exportedBefore)]
        .filter(Boolean)
        .join(' '),
      action: texts.export,
    } as const;
    if (!(await ask(question))) return;
    // Counts the rows of the file, because another admin may have exported some of the payouts in the meantime.
    let savedRows: number | null = null;
    const query = { month: month || undefined, again: includesExported ? ('true' as const) : undefined };
    const failure = await downloadFile(callPath('POST /api/payouts/export', { query }), 'payouts.csv', {
      method: 'POST',
      whenEmpty: texts.noneToExport(period),
      onSaved: (file) => {
        savedRows = file.trimEnd().split('\n').length;
      },
    });
    if (failure !== null) notify({ kind: 'error', text: failure });
    else if (savedRows !== null)
      notify({ kind: 'success', text: texts.exported(count(savedRows, 'payout')) });
    if (failure === null) setIncludesExported(false);
    // Reloads after a failure, too, because the server may have marked payouts as exported.
    void records.reload();
  };

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
      <May role="finance">
        <div className="buttons">
          <BusyButton label={texts.export} busyLabel={texts.exporting} onPress={exportFile} />
          <label className="check">
            <input
              type="checkbox"
              checked={includesExported}
              onChange={(event) => {
                setIncludesExported(event.target.checked);
              }}
            />
            <span>{texts.exportAgain}</span>
          </label>
        </div>
      </May>
    </div>
  );
}
