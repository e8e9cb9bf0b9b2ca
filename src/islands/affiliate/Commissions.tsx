import { type AnswerOf, callPath } from '../../client/api.ts';
import { monthName } from '../../shared/dates.ts';
import { entryKindNames, entryMessages as texts } from '../../shared/messages/affiliate.ts';
import { affiliateFailure } from '../../shared/problem-texts/affiliate.ts';
import { SignedInOnly } from '../account/guards.tsx';
import type { ListQuery } from '../data/use-records.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { Select } from '../ui/fields.tsx';
import { type ListResource, ListScreen, useListScreen } from '../ui/ListScreen.tsx';
import { MissingSales } from './MissingSales.tsx';
import { entryColumns, type LedgerEntry } from './RecentEntries.tsx';

/** All commissions of the user's affiliate, by month and kind, and as CSV. */
export function Commissions() {
  return <SignedInOnly>{() => <Screen />}</SignedInOnly>;
}

type EntryList = AnswerOf<'GET /api/affiliates/entries'>;

function Screen() {
  const screen = useListScreen('GET /api/affiliates/entries', commissions);
  const { records, notify } = screen;
  const { query, page, change } = records;
  const months = withSelected(page?.data.months ?? [], query.month);
  return (
    <>
      <ListScreen
        screen={screen}
        className="record-list entries"
        filters={
          <>
            <Select
              label="Month"
              value={query.month}
              all={texts.all}
              options={months.map((month) => [month, monthName(month)])}
              onChange={(month) => {
                change({ month });
              }}
            />
            <Select
              label="Type"
              value={query.kind}
              all={texts.all}
              options={Object.entries(entryKindNames)}
              onChange={(kind) => {
                change({ kind });
              }}
            />
          </>
        }
        buttons={
          <DownloadButton
            label={texts.download}
            busyLabel={texts.downloading}
            path={csvPath(query)}
            fileName="commissions.csv"
            notify={notify}
          />
        }
      />
      {page && <MissingSales claims={page.data.sale_claims} reload={records.reload} />}
    </>
  );
}

const commissions: ListResource<LedgerEntry, EntryList> = {
  rowsIn: ({ entries }) => entries,
  columns: entryColumns,
  describeRow: ({ explanation }) => explanation,
  texts: {
    caption: 'Commissions',
    loading: texts.loading,
    empty: ({ month, kind }) => (month + kind === '' ? texts.none : texts.noMatch),
    failureText: affiliateFailure('entries-load-failed'),
  },
};

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
