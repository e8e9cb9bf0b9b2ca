import { type ReactElement, type ReactNode, useState } from 'react';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';
import { recordMessages } from '../../shared/messages/admin.ts';
import { useMay } from '../data/role.tsx';
import { type ListName, type ListQuery, queryParams, type Records, useRecords } from '../data/use-records.ts';
import { type ConfirmQuestion, useAsk } from './ask.ts';
import { RowButton } from './buttons.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { Select } from './fields.tsx';
import { focusUnmoved } from './focus.ts';
import { type Notice, ScreenNotice } from './notices.tsx';
import { type Column, RecordTable } from './RecordTable.tsx';
import { RowMenu } from './RowMenu.tsx';
import { SearchField } from './SearchField.tsx';

/** A list of the API as a screen shows it: its columns, filters, texts and deletion. */
export interface ListResource<Row, Answer = unknown> {
  readonly rowsIn: (answer: Answer) => readonly Row[];
  /** A function for cells that filter the list. */
  readonly columns: readonly Column<Row>[] | ((change: Records<Row>['change']) => readonly Column<Row>[]);
  /** The name of a row for screen readers. It distinguishes rows of the same name. */
  readonly describeRow: (row: Row) => string;
  /** The order of the list without a `sort` in its query. */
  readonly defaultSort?: string;
  readonly states?: readonly (readonly [value: string, label: string])[];
  /** The path of the CSV export, and the file's name if the server gives none. */
  readonly csvExport?: readonly [path: string, name: string];
  readonly texts: {
    readonly caption: string;
    /** The label of the search, if the list has one. */
    readonly search?: string;
    readonly loading: string;
    readonly empty: string | ((query: ListQuery) => string);
    readonly failureText: (message: string) => string;
  };
  readonly removal?: {
    readonly question: (row: Row) => Pick<ConfirmQuestion, 'text' | 'detail'>;
    readonly send: (row: Row) => Promise<ApiAnswer>;
    readonly done: string;
    readonly failed: string;
  };
}

/** The state of a screen with a list: the rows, the notice, and the actions on single rows. */
export function useListScreen<Name extends ListName, Row extends { readonly id: string }>(
  name: Name,
  resource: ListResource<Row, AnswerOf<Name>>,
) {
  const records = useRecords(name, resource.rowsIn);
  const [notice, notify] = useState<Notice | null>(null);
  const [busyRows, setBusyRows] = useState<ReadonlySet<string>>(new Set());
  const ask = useAsk();

  /** Runs an action on a row, which is busy until the list is loaded again. Shows the notice that `act` resolves with. */
  const run = async (id: string, act: () => Promise<Notice>): Promise<void> => {
    setBusyRows((rows) => new Set(rows).add(id));
    notify(await act());
    await records.reload();
    setBusyRows((rows) => new Set([...rows].filter((row) => row !== id)));
  };

  /** Deletes a record after a question. */
  const remove = async (row: Row, onDeleted: (row: Row) => void): Promise<void> => {
    const { removal } = resource;
    if (!removal) return;
    const question = { ...removal.question(row), action: recordMessages.delete, isFinal: true };
    if (!(await ask(question))) return;
    const pressed = document.activeElement;
    await run(row.id, async () => {
      const answer = await removal.send(row);
      if (!answer.ok) return { kind: 'error', text: removal.failed, detail: answer.error };
      onDeleted(row);
      return { kind: 'success', text: removal.done, shouldFocus: focusUnmoved(pressed) };
    });
  };
  return { resource, records, notice, notify, isBusy: (id: string) => busyRows.has(id), run, remove };
}

/** The state of a screen, with any shape of the list's answer. */
export interface ListState<Row> {
  readonly resource: Omit<ListResource<Row>, 'rowsIn'>;
  readonly records: Records<Row>;
  readonly notice: Notice | null;
  readonly notify: (notice: Notice | null) => void;
  readonly isBusy: (id: string) => boolean;
  readonly remove: (row: Row, onDeleted: (row: Row) => void) => Promise<void>;
}

interface RowActionsProps<Row> {
  readonly screen: ListState<Row>;
  /** True if a row can be edited and deleted. If this is left out, every row can. */
  readonly isOpen?: (row: Row) => boolean;
  readonly onEdit?: (row: Row) => unknown;
  readonly onDeleted?: (row: Row) => void;
  /** The button of a row that is not in its menu. It is Edit if this is left out or returns nothing. */
  readonly primary?: (row: Row) => ReactElement | false;
  /** The entries of a row's menu before Delete. A row that cannot be deleted has them as buttons. */
  readonly actions?: (row: Row) => ReactNode;
  /** The buttons of a row for users who may not edit it. */
  readonly readerActions?: (row: Row) => ReactNode;
}

interface ListProps<Row> extends RowActionsProps<Row> {
  /** Further filters. */
  readonly filters?: ReactNode;
  /** Further buttons next to the export. */
  readonly buttons?: ReactNode;
  /** The content between the controls and the table. */
  readonly children?: ReactNode;
  readonly selected?: ReadonlySet<string> | undefined;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
}

export interface ListScreenProps<Row> extends ListProps<Row> {
  /** A panel with a record. It opens next to the list, or above it in a narrow window. */
  readonly panel?: ReactNode;
  /** The classes of the list. */
  readonly className?: string;
}

/** A screen with a list: the notice, the search and the filters, the table, and a panel. */
export function ListScreen<Row extends { readonly id: string }>({
  panel,
  className = 'record-list',
  ...list
}: ListScreenProps<Row>) {
  const { resource, records, notice } = list.screen;
  return (
    <>
      <ScreenNotice records={records} failureText={resource.texts.failureText} notice={notice} />
      <div className="record-screen">
        {panel}
        <div className={className}>
          <List {...list} />
        </div>
      </div>
    </>
  );
}

/** The controls and the table of a list. */
export function List<Row extends { readonly id: string }>(props: ListProps<Row>) {
  const isAvailable = !props.screen.records.isUnavailable;
  return (
    <>
      {isAvailable && <Controls {...props} />}
      {isAvailable && props.children}
      <ListTable {...props} />
    </>
  );
}

/** Search, filters, export and further buttons of a list. */
function Controls<Row>({ screen: { resource, records, notify }, filters, buttons }: ListProps<Row>) {
  const { query, change } = records;
  const { states, csvExport, texts } = resource;
  return (
    <div className="controls" role="search">
      {texts.search !== undefined && <SearchField records={records} label={texts.search} />}
      {states && (
        <Select
          label="State"
          value={query.state}
          options={states}
          onChange={(state) => {
            change({ state });
          }}
        />
      )}
      {filters}
      {(csvExport ?? buttons) !== undefined && (
        <div className="buttons">
          {csvExport && (
            <DownloadButton
              label={recordMessages.exportCsv}
              busyLabel={recordMessages.exporting}
              path={`${csvExport[0]}?${queryParams(query).toString()}`}
              fileName={csvExport[1]}
              notify={notify}
            />
          )}
          {buttons}
        </div>
      )}
    </div>
  );
}

/** The table of a list, without controls. */
export function ListTable<Row extends { readonly id: string }>(props: ListProps<Row>) {
  const { screen, selected, onSelect, actions, readerActions } = props;
  const { resource, records } = screen;
  const { columns, texts } = resource;
  const hasActions = (resource.removal ?? actions ?? readerActions) !== undefined;
  return (
    <RecordTable
      records={records}
      columns={typeof columns === 'function' ? columns(records.change) : columns}
      describeRow={resource.describeRow}
      caption={texts.caption}
      loading={texts.loading}
      empty={typeof texts.empty === 'string' ? texts.empty : texts.empty(records.query)}
      defaultSort={resource.defaultSort}
      selected={selected}
      onSelect={onSelect}
      actions={hasActions ? (row) => <RowActions row={row} {...props} /> : undefined}
    />
  );
}

/** The button of a row, and the menu with its further actions. */
function RowActions<Row extends { readonly id: string }>(
  props: RowActionsProps<Row> & { readonly row: Row },
) {
  const { row, screen, isOpen, onEdit, onDeleted, primary, actions, readerActions } = props;
  const { resource, isBusy, remove } = screen;
  const mayEdit = useMay('admin');
  if (isOpen && !isOpen(row)) return null;
  if (!resource.removal) return actions?.(row);
  if (!mayEdit) return readerActions?.(row);
  const name = resource.describeRow(row);
  const edit = onEdit && <RowButton label={recordMessages.edit} name={name} onPress={() => onEdit(row)} />;
  const first = primary?.(row) || null;
  return (
    <>
      {first ?? edit}
      <RowMenu name={name} busy={isBusy(row.id)}>
        {first !== null && edit}
        {actions?.(row)}
        <RowButton
          label={recordMessages.delete}
          name={name}
          busy={isBusy(row.id)}
          onPress={() => remove(row, (deleted) => onDeleted?.(deleted))}
        />
      </RowMenu>
    </>
  );
}
