import { type ReactElement, type ReactNode, useState } from 'react';
import type { ApiAnswer } from '../../../client/api.ts';
import { recordMessages } from '../../../shared/messages/admin.ts';
import { EditorPanel, useEditor } from './record-editor.tsx';
import { ListControls } from '../../ui/ListControls.tsx';
import { type Column, RecordTable } from '../../ui/RecordTable.tsx';
import { type Notice, ScreenNotice } from '../../ui/notices.tsx';
import { RoleNote, useMay } from '../../data/role.tsx';
import type { Records } from '../../data/use-records.ts';
import { type ConfirmQuestion, useConfirm } from '../../ui/ConfirmDialog.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';

/** The columns, texts and calls of one kind of record. */
interface RecordKind<Row> {
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  /** The name in a row. It distinguishes rows of the same name. */
  readonly rowNameOf: (row: Row) => string;
  readonly states?: readonly (readonly [value: string, label: string])[];
  /** The path of the CSV export, and the file's name if the server gives none. */
  readonly csvExport: readonly [path: string, name: string];
  /** The order of the list without a `sort` in its query. */
  readonly defaultSort: string;
  readonly failureText: (message: string) => string;
  readonly texts: {
    /** The label of the button that opens the form of a new record, and the heading of that form. */
    readonly add: string;
    readonly create: string;
    readonly search: string;
    readonly caption: string;
    readonly loading: string;
    readonly empty: string;
    readonly deleted: string;
    readonly deleteFailed: string;
  };
  readonly deleteQuestion: (row: Row) => Pick<ConfirmQuestion, 'text' | 'detail'>;
  readonly remove: (row: Row) => Promise<ApiAnswer>;
}

/** The state of an admin screen that lists, creates, edits and deletes records of one kind. */
export function useRecordAdmin<Row extends { readonly id: string }, Json>(
  records: Records<Row, Json>,
  kind: RecordKind<Row>,
) {
  const [notice, notify] = useState<Notice | null>(null);
  const { dialog, ask } = useConfirm();
  const editor = useEditor<Row>(ask, notify);
  const { isBusy, run } = useRowActions(records, notify);

  /** Deletes a record after a question. */
  const remove = async (row: Row, onDeleted?: () => void): Promise<void> => {
    if (!(await ask({ ...kind.deleteQuestion(row), action: recordMessages.delete, isFinal: true }))) return;
    const pressed = document.activeElement;
    await run(row.id, async () => {
      const answer = await kind.remove(row);
      if (!answer.ok) return { kind: 'error', text: kind.texts.deleteFailed, detail: answer.error };
      editor.closeIfShows(row);
      onDeleted?.();
      return { kind: 'success', text: kind.texts.deleted, shouldFocus: focusUnmoved(pressed) };
    });
  };

  /** Props of the form next to the list. */
  const formProps = {
    editing: editor.editing,
    notify,
    onSaved: () => {
      editor.close();
      void records.reload();
    },
    onConflict: () => void records.reload(),
    onReloaded: editor.reloadRecord,
    onCancel: editor.closeAndClearNotice,
  };
  return { kind, records, notice, notify, dialog, ask, editor, isBusy, run, remove, formProps };
}

interface Props<Row extends { readonly id: string }> {
  readonly admin: Omit<ReturnType<typeof useRecordAdmin<Row, unknown>>, 'formProps'>;
  /** The content of the panel: a form and its notes. */
  readonly form: ReactNode;
  /** Controls between the search and the table. */
  readonly children: ReactNode;
  /** True if a row can be edited and deleted. If this is left out, every row can. */
  readonly isOpen?: (row: Row) => boolean;
  /** The button of a row that is not in its menu. It is Edit if this is left out or returns nothing. */
  readonly primary?: (row: Row) => ReactElement | false;
  /** The entries of a row's menu before Delete. */
  readonly actions: (row: Row) => ReactNode;
  /** The buttons of a row for users who may not edit it. */
  readonly readerActions?: (row: Row) => ReactNode;
  readonly onDeleted?: (row: Row) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
}

/**
 * The layout of an admin screen: notice, search, and a table with one button and a menu in each row. The panel with the form
 * opens next to the list, or above it in a narrow window.
 */
export function RecordAdmin<Row extends { readonly id: string }>(props: Props<Row>) {
  const { form, children, onDeleted, selected, onSelect } = props;
  const { kind, records, notice, notify, dialog, editor } = props.admin;
  const { texts } = kind;
  const mayEdit = useMay('admin');
  return (
    <>
      <RoleNote />
      {dialog}
      <ScreenNotice records={records} failureText={kind.failureText} notice={notice} />
      <div className="record-screen">
        {editor.view !== null && (
          <EditorPanel key={editor.formKey} editor={editor} heading={texts.create} nameOf={kind.nameOf}>
            {form}
          </EditorPanel>
        )}
        <div className="record-list">
          <ListControls
            records={records}
            label={texts.search}
            states={kind.states}
            csvExport={kind.csvExport}
            notify={notify}
          >
            {mayEdit && (
              <button type="button" className="button" onClick={() => void editor.add()}>
                {texts.add}
              </button>
            )}
          </ListControls>
          {!records.isUnavailable && children}
          <RecordTable
            records={records}
            columns={kind.columns}
            keyOf={({ id }) => id}
            nameOf={kind.rowNameOf}
            caption={texts.caption}
            loading={texts.loading}
            empty={texts.empty}
            defaultSort={kind.defaultSort}
            selected={mayEdit ? selected : undefined}
            onSelect={onSelect}
            actions={(row) => <RowActions row={row} {...props} onDeleted={() => onDeleted?.(row)} />}
          />
        </div>
      </div>
    </>
  );
}

interface RowActionsProps<Row extends { readonly id: string }> extends Pick<
  Props<Row>,
  'admin' | 'isOpen' | 'primary' | 'actions' | 'readerActions'
> {
  readonly row: Row;
  readonly onDeleted: () => void;
}

/** The button of a row, and the menu with its further actions. */
function RowActions<Row extends { readonly id: string }>(props: RowActionsProps<Row>) {
  const { row, isOpen, primary, actions, readerActions, onDeleted } = props;
  const mayEdit = useMay('admin');
  const { kind, editor, isBusy, remove } = props.admin;
  if (isOpen && !isOpen(row)) return null;
  if (!mayEdit) return <div className="row-actions">{readerActions?.(row)}</div>;
  const name = kind.rowNameOf(row);
  const edit = <RowButton label={recordMessages.edit} name={name} onPress={() => void editor.edit(row)} />;
  const first = primary?.(row) || null;
  return (
    <>
      {first ?? edit}
      <RowMenu name={name} busy={isBusy(row.id)}>
        {first !== null && edit}
        {actions(row)}
        <RowButton
          label={recordMessages.delete}
          name={name}
          busy={isBusy(row.id)}
          onPress={() => void remove(row, onDeleted)}
        />
      </RowMenu>
    </>
  );
}

/**
 * Runs actions on single rows of a list. A row is busy until the list is loaded again. `run` shows the notice that `act` resolves
 * with.
 */
export function useRowActions(records: Records<unknown>, notify: (notice: Notice) => void) {
  const [busyRows, setBusyRows] = useState<ReadonlySet<string>>(new Set());

  const run = async (id: string, act: () => Promise<Notice>): Promise<void> => {
    setBusyRows((rows) => new Set(rows).add(id));
    notify(await act());
    await records.reload();
    setBusyRows((rows) => new Set([...rows].filter((row) => row !== id)));
  };

  return { isBusy: (id: string): boolean => busyRows.has(id), run };
}
