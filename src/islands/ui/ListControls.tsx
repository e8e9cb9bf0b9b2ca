import { maxLengths } from '../../shared/max-lengths.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadFile } from '../../client/accounts/files.ts';
import { recordMessages } from '../../shared/messages/admin.ts';
import { BusyButton } from './buttons.tsx';
import type { Notice } from './notices.tsx';
import { queryParams, type Records } from '../data/use-records.ts';
import { announceReady } from '../../client/interaction.ts';

interface Props<Row> {
  readonly records: Records<Row>;
  readonly label: string;
  /** The states of the filter, if the list has one. */
  readonly states?: readonly (readonly [value: string, label: string])[] | undefined;
  /** The path of the CSV export, and the file's name if the server gives none. */
  readonly csvExport?: readonly [path: string, name: string];
  readonly notify: (notice: Notice | null) => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Search, filter, export and further buttons of a list. */
export function ListControls<Row>({ records, label, states, csvExport, notify, children }: Props<Row>) {
  const { query, change } = records;
  const [exporting, setExporting] = useState(false);
  const hasButtons = csvExport !== undefined || children !== undefined;

  const downloadCsv = async () => {
    if (!csvExport) return;
    notify(null);
    setExporting(true);
    const [path, name] = csvExport;
    const failure = await downloadFile(`${path}?${queryParams(query).toString()}`, name);
    setExporting(false);
    if (failure !== null) notify({ kind: 'error', text: failure });
  };

  if (records.isUnavailable) return null;
  return (
    <div className="controls" role="search">
      <SearchField records={records} label={label} />
      {states && (
        <div className="field">
          <label htmlFor="list-state">State</label>
          <select
            id="list-state"
            value={query.state}
            onChange={(event) => {
              change({ state: event.target.value });
            }}
          >
            {states.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {hasButtons && (
        <div className="buttons">
          {csvExport && (
            <BusyButton
              label={recordMessages.exportCsv}
              busyLabel={recordMessages.exporting}
              busy={exporting}
              onPress={() => void downloadCsv()}
            />
          )}
          {children}
        </div>
      )}
    </div>
  );
}

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 300;

/** Searches a list while the user types. */
export function SearchField<Row>({
  records,
  label,
}: {
  readonly records: Records<Row>;
  readonly label: string;
}) {
  const { query, change } = records;
  const [text, setText] = useState(query.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    announceReady(input.current);
    return () => {
      clearTimeout(timer.current);
    };
  }, []);

  return (
    <div className="field">
      <label htmlFor="list-search">{label}</label>
      <input
        ref={input}
        id="list-search"
        type="search"
        maxLength={maxLengths.search}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            change({ q: target.value.trim() });
          }, DEBOUNCE_MS);
        }}
      />
    </div>
  );
}
