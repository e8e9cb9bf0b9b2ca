import { useState } from 'react';
import { type AnswerOf, callPath } from '../../client/api.ts';
import { monthName } from '../../shared/dates.ts';
import { entryKindNames, entryMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { MembersOnly } from '../account/guards.tsx';
import { type ListQuery, type Records, useRecords } from '../data/use-records.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { type Notice, ScreenNotice } from '../ui/notices.tsx';
import { RecordTable } from '../ui/RecordTable.tsx';
import { entryColumns, type LedgerEntry } from './RecentEntries.tsx';

/** All commissions of the user's affiliate, by month and kind, and as CSV. */
export function Commissions() {
  return <MembersOnly>{() => <Screen />}</MembersOnly>;
}

type EntryList = AnswerOf<'GET /api/affiliates/entries'>;

function Screen() {
  const records = useRecords('GET /api/affiliates/entries', entriesIn);
  const [notice, notify] = useState<Notice | null>(null);
  const isFiltered = records.query.month + records.query.kind !== '';
  return (
    <>
      <ScreenNotice records={records} failureText={failureText} notice={notice} />
      <Controls records={records} notify={notify} />
      <div className="entries">
        <RecordTable
          records={records}
          columns={entryColumns}
          keyOf={({ id }) => id}
          nameOf={({ explanation }) => explanation}
          caption="Commissions"
          loading={texts.loading}
          empty={isFiltered ? texts.noMatch : texts.none}
        />
      </div>
      <p>
        <a href="/affiliate-dashboard">{texts.back}</a>
      </p>
    </>
  );
}

function entriesIn({ entries }: EntryList): readonly LedgerEntry[] {
  return entries;
}

function failureText(message: string): string {
  return affiliateProblemText('entries-load-failed', message);
}

interface ControlsProps {
  readonly records: Records<LedgerEntry, EntryList>;
  readonly notify: (notice: Notice | null) => void;
}

/** The filters, and the CSV of every entry that they show. */
function Controls({ records, notify }: ControlsProps) {
  const { query, page, change } = records;
  return (
    <div className="controls" role="search">
      <Select
        label="Month"
        value={query.month}
        options={withSelected(page?.data.months ?? [], query.month).map((month) => [month, monthName(month)])}
        onChange={(month) => {
          change({ month });
        }}
      />
      <Select
        label="Type"
        value={query.kind}
        options={Object.entries(entryKindNames)}
        onChange={(kind) => {
          change({ kind });
        }}
      />
      <div className="buttons">
        <DownloadButton
          label={texts.download}
          busyLabel={texts.downloading}
          path={csvPath(query)}
          fileName="commissions.csv"
          notify={notify}
        />
      </div>
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** A filter with the option 'All'. */
function Select({ label, value, options, onChange }: SelectProps) {
  const id = `entries-${label.toLowerCase()}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        <option value="">{texts.all}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Adds the selected month if the list lacks it: the address may name a month before the list is loaded. */
function withSelected(months: readonly string[], selected: string): readonly string[] {
  const isMonth = /^20\d{2}-(0[1-9]|1[0-2])$/.test(selected);
  return isMonth && !months.includes(selected) ? [selected, ...months] : months;
}

/** Returns the path of the CSV with every entry of a filter. */
function csvPath({ month, kind }: ListQuery): string {
  const format = 'csv' as const;
  const isKind = (value: string): value is LedgerEntry['kind'] => value in entryKindNames;
  const query = { format, month: month || undefined, kind: isKind(kind) ? kind : undefined };
  return callPath('GET /api/affiliates/entries', { query });
}
