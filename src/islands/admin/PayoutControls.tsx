import { useRef, useState } from 'react';
import { downloadFile } from '../../client/accounts/download.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { count } from '../../shared/messages/admin.ts';
import { addMonths, monthName, monthOf } from '../../shared/dates.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { errorMessage } from '../../client/api.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import type { Query, Records } from '../data/use-records.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { countApproved, exportPath, type PayoutRecord } from './payout-record.ts';
import type { PayoutMoves } from './use-payout-moves.tsx';

interface Props {
  readonly records: Records<PayoutRecord>;
  readonly notify: (notice: Notice | null) => void;
  readonly ask: PayoutMoves['ask'];
  /** Asked before another list is shown; resolves to whether to go ahead. */
  readonly mayChange: () => Promise<boolean>;
}

/** Months to choose from: two years back, and the one that is chosen already. */
const monthsOf = (chosen: string): readonly string[] => {
  const now = monthOf(new Date());
  const months = Array.from({ length: 24 }, (_, index) => addMonths(now, -1 - index));
  return chosen === '' || months.includes(chosen) ? months : [...months, chosen];
};

const labelOf = (month: string): string => (/^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? monthName(month) : month);

const states = Object.entries(texts.states);

/** Which payouts are shown, and the file of the approved ones for the payment provider. */
export const PayoutControls = ({ records, notify, ask, mayChange }: Props) => {
  const { month, state } = records.query;
  const working = useRef(false);
  const [exporting, setExporting] = useState(false);
  const [again, setAgain] = useState(false);

  const save = async () => {
    notify(null);
    const found = await countApproved(month);
    if ('ok' in found) {
      notify({ kind: 'error', text: errorMessage(found) });
      return;
    }
    const of = month === '' ? 'all months' : labelOf(month);
    const taken = again ? found.fresh + found.before : found.fresh;
    if (taken === 0) {
      notify({ kind: 'error', text: texts.noneToExport(of) });
      return;
    }
    const twice = again && found.before > 0 ? ` ${texts.exportedBefore(found.before)}` : '';
    const question = {
      text: texts.confirmExport(count(taken, 'approved payout'), of),
      detail: texts.exportMarksNothing + twice,
      action: texts.export,
    };
    if (!(await ask(question))) return;
    // Another may have exported some of them since they were counted, or all; and a file takes so many.
    let saved: number | null = null;
    const failure = await downloadFile(exportPath({ month, again }), 'payouts.csv', {
      method: 'POST',
      whenEmpty: texts.noneToExport(of),
      onSaved: (file) => {
        saved = file.trimEnd().split('\n').length;
      },
    });
    if (failure !== null) notify({ kind: 'error', text: failure });
    else if (saved !== null) notify({ kind: 'success', text: texts.exported(count(saved, 'payout')) });
    if (failure === null) setAgain(false);
    // Also when no file came: they may be noted as exported.
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

  const change = async (query: Partial<Query>) => {
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
          {monthsOf(month).map((one) => (
            <option key={one} value={one}>
              {labelOf(one)}
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
};
