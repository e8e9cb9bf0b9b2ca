import { useRef, useState } from 'react';
import { downloadFile } from '../../client/accounts/files.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { count } from '../../shared/messages/admin.ts';
import { addMonths, monthName, monthOf } from '../../shared/dates.ts';
import { problemText } from '../../shared/problems/common.ts';
import { type ApiAnswer, callPath, errorMessage } from '../../client/api.ts';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { payoutFileRows } from '../../shared/payout-file.ts';
import type { Notice } from '../ui/notices.tsx';
import type { ListQuery, Records } from '../data/use-records.ts';
import { BusyButton } from '../ui/buttons.tsx';
import type { PayoutRecord } from './payout-columns.tsx';
import type { PayoutActions } from './use-payout-actions.tsx';

interface Props {
  readonly records: Records<PayoutRecord>;
  readonly notify: (notice: Notice | null) => void;
  readonly ask: PayoutActions['ask'];
  /** Called before another list is shown. Resolves to true if it may be shown. */
  readonly mayChange: () => Promise<boolean>;
}

/** Returns the last 24 months, and the selected month. */
function monthsOf(selected: string): readonly string[] {
  const now = monthOf(new Date());
  const months = Array.from({ length: 24 }, (_, index) => addMonths(now, -1 - index));
  return selected === '' || months.includes(selected) ? months : [...months, selected];
}

function labelOf(month: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? monthName(month) : month;
}

const states = Object.entries(texts.states);

/** Filters of the payouts, and the export of the approved payouts to a PayPal payout file. */
export function PayoutControls({ records, notify, ask, mayChange }: Props) {
  const { month, state } = records.query;
  const working = useRef(false);
  const [exporting, setExporting] = useState(false);
  const [again, setAgain] = useState(false);

  const save = async () => {
    notify(null);
    const approved = await countApproved(month);
    if ('ok' in approved) {
      notify({ kind: 'error', text: errorMessage(approved) });
      return;
    }
    const period = month === '' ? 'all months' : labelOf(month);
    const payouts = again ? approved.fresh + approved.before : approved.fresh;
    if (payouts === 0) {
      notify({ kind: 'error', text: texts.noneToExport(period) });
      return;
    }
    const warning = again && approved.before > 0 ? ` ${texts.exportedBefore(approved.before)}` : '';
    const question = {
      text: texts.confirmExport(count(payouts, 'approved payout'), period),
      detail: texts.exportMarksNothing + warning,
      action: texts.export,
    };
    if (!(await ask(question))) return;
    // Another admin may have exported payouts since they were counted, and a file has a maximum, so the rows are counted.
    let saved: number | null = null;
    const query = { month: month || undefined, again: again ? ('true' as const) : undefined };
    const failure = await downloadFile(callPath('POST /api/payouts/export', { query }), 'payouts.csv', {
      method: 'POST',
      whenEmpty: texts.noneToExport(period),
      onSaved: (file) => {
        saved = file.trimEnd().split('\n').length;
      },
    });
    if (failure !== null) notify({ kind: 'error', text: failure });
    else if (saved !== null) notify({ kind: 'success', text: texts.exported(count(saved, 'payout')) });
    if (failure === null) setAgain(false);
    // Also after a failure, because the server may have marked payouts as exported.
    void records.reload();
  };

  const press = async () => {
    if (working.current) return;
    working.current = true;
    setExporting(true);
    try {
      await save();
    } catch (error) {
      console.warn('export', error);
      notify({ kind: 'error', text: problemText('application-error') });
    }
    working.current = false;
    setExporting(false);
  };

  const change = async (query: Partial<ListQuery>) => {
    if (await mayChange()) records.change(query);
  };

  return (
    <div className="controls" role="search">
      <div className="field">
        <label htmlFor="payout-month">Month</label>
        <select
          id="payout-month"
          value={month}
          onChange={(event) => void change({ month: event.target.value })}
        >
          <option value="">All</option>
          {monthsOf(month).map((option) => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="payout-state">State</label>
        <select
          id="payout-state"
          value={state}
          onChange={(event) => void change({ state: event.target.value })}
        >
          <option value="">All</option>
          {states.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="buttons">
        <BusyButton
          label={texts.export}
          busyLabel={texts.exporting}
          busy={exporting}
          onPress={() => void press()}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={again}
            onChange={(event) => {
              setAgain(event.target.checked);
            }}
          />
          <span>{texts.exportAgain}</span>
        </label>
      </div>
    </div>
  );
}

/** Rows of one call. */
const PAGE_SIZE = 1_000;

/**
 * Counts the approved payouts for the next file: those in no file yet (`fresh`), and those in an earlier file (`before`).
 * Returns the answer of a failed call. Reads all pages, because the list starts with the newest payouts and the file with the
 * oldest.
 */
async function countApproved(
  month: string,
): Promise<{ readonly fresh: number; readonly before: number } | ApiAnswer> {
  const query = { state: 'approved', limit: String(PAGE_SIZE), month: month || undefined } as const;
  let cursor: string | undefined;
  let [fresh, before] = [0, 0];
  do {
    const answer = await authFetch('GET /api/payouts', { query: { ...query, cursor } });
    if (!answer.ok) return answer;
    // A payout without an address is in no file.
    const payable = answer.data.payouts.filter(({ payout_email }) => payout_email !== null);
    const exported = payable.filter(({ exported_at }) => exported_at !== null).length;
    fresh += payable.length - exported;
    before += exported;
    cursor = answer.headers?.get('x-next-cursor') ?? undefined;
  } while (cursor);
  fresh = Math.min(fresh, payoutFileRows);
  return { fresh, before: Math.min(before, payoutFileRows - fresh) };
}
