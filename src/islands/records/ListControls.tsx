import { useState } from 'react';
import { downloadAsViewer } from '../../client/accounts/download.ts';
import { recordMessages } from '../../shared/messages/records.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import type { Said } from './ScreenNotice.tsx';
import { SearchField } from './SearchField.tsx';
import { paramsOf, type Records } from './use-records.ts';

interface Props<Row> {
  readonly records: Records<Row>;
  readonly label: string;
  /** The states to choose from, where the list has some. */
  readonly states?: readonly (readonly [value: string, label: string])[] | undefined;
  /** The path of the list's CSV, and its name where the server gives none; for a list that has one. */
  readonly exported?: readonly [path: string, name: string];
  readonly say: (said: Said | null) => void;
}

/** Search, filter and export of a list. */
export const ListControls = <Row,>({ records, label, states, exported, say }: Props<Row>) => {
  const { query, change } = records;
  const [exporting, setExporting] = useState(false);

  const save = async () => {
    if (!exported) return;
    say(null);
    setExporting(true);
    const [path, name] = exported;
    const failure = await downloadAsViewer(`${path}?${paramsOf(query).toString()}`, name);
    setExporting(false);
    if (failure !== null) say({ kind: 'error', text: failure });
  };

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
      {exported && (
        <div className="buttons">
          <BusyButton
            label={recordMessages.exportCsv}
            busyLabel={recordMessages.exporting}
            busy={exporting}
            onPress={() => void save()}
          />
        </div>
      )}
    </div>
  );
};
