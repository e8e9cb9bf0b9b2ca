import { type ReactNode, useState } from 'react';
import type { ApiAnswer } from '../../client/api.ts';
import { recordMessages } from '../../shared/messages/admin.ts';
import { EditorSection, useEditor } from './record-editor.tsx';
import { ListControls } from '../ui/ListControls.tsx';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import { type Notice, ScreenNotice } from '../ui/notices.tsx';
import type { Records } from '../data/use-records.ts';
import { type ConfirmQuestion, useConfirm } from '../ui/ConfirmDialog.tsx';
import { focusUnmoved } from '../ui/focus.ts';
import { RowButton } from '../ui/buttons.tsx';

/** The columns, texts and calls of one kind of record. */
interface RecordKind<Row> {
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  /** The name in a row. It distinguishes rows of the same name. */
  readonly rowNameOf: (row: Row) => string;
  readonly states?: readonly (readonly [value: string, label: string])[];
  /** The path of the CSV export, and the file's name if the server gives none. */
  readonly exported: readonly [path: string, name: string];
  readonly failureText: (message: string) => string;
  readonly texts: {
    readonly create: string;
    readonly search: string;
    readonly caption: string;
    readonly loading: string;
    readonly empty: string;
    readonly deleted: string;
    readonly deleteFailed: string;
  };
  readonly deleteQuestion: (row: Row) => Omit<ConfirmQuestion, 'action'>;
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
    if (!(await ask({ ...kind.deleteQuestion(row), action: recordMessages.delete }))) return;
    const pressed = document.activeElement;
    await run(row.id, async () => {
      const answer = await kind.remove(row);
      if (!answer.ok) return { kind: 'error', text: kind.texts.deleteFailed, detail: answer.error };
      editor.clearOf(row);
      onDeleted?.();
      return { kind: 'success', text: kind.texts.deleted, shouldFocus: focusUnmoved(pressed) };
    });
  };

  /** Props of the form above the list. */
  const formProps = {
    editing: editor.editing,
    notify,
    onSaved: () => {
      editor.clear();
      void records.reload();
    },
    onConflict: () => void records.reload(),
    onReloaded: editor.reopen,
    onCancel: editor.cancel,
  };
  return { kind, records, notice, notify, dialog, ask, editor, isBusy, run, remove, formProps };
}

interface Props<Row extends { readonly id: string }> {
  readonly admin: Omit<ReturnType<typeof useRecordAdmin<Row, unknown>>, 'formProps'>;
  /** The form, and what belongs to it. */
  readonly form: ReactNode;
  /** Controls between the search and the table. */
  readonly children: ReactNode;
  /** True if a row can be edited and deleted; every row if it is left out. */
  readonly isOpen?: (row: Row) => boolean;
  /** Buttons of a row between Edit and Delete. */
  readonly actions: (row: Row) => ReactNode;
  readonly onDeleted?: (row: Row) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
}

/** The layout of an admin screen: form, notice, search, table with Edit and Delete in each row. */
export function RecordAdmin<Row extends { readonly id: string }>(props: Props<Row>) {
  const { form, children, isOpen, actions, onDeleted, selected, onSelect } = props;
  const { kind, records, notice, notify, dialog, editor, isBusy, remove } = props.admin;
  const { texts, rowNameOf } = kind;
  return (
    <>
      {dialog}
      <EditorSection editor={editor} heading={texts.create} nameOf={kind.nameOf}>
        {form}
      </EditorSection>
      <ScreenNotice records={records} failureText={kind.failureText} notice={notice} />
      <ListControls
        records={records}
        label={texts.search}
        states={kind.states}
        exported={kind.exported}
        notify={notify}
      />
      {children}
      <RecordTable
        records={records}
        columns={kind.columns}
        keyOf={({ id }) => id}
        nameOf={rowNameOf}
        caption={texts.caption}
        loading={texts.loading}
        empty={texts.empty}
        selected={selected}
        onSelect={onSelect}
        actions={(row) =>
          (!isOpen || isOpen(row)) && (
            <>
              <RowButton
                label={recordMessages.edit}
                name={rowNameOf(row)}
                onPress={() => void editor.edit(row)}
              />
              {actions(row)}
              <RowButton
                label={recordMessages.delete}
                name={rowNameOf(row)}
                busy={isBusy(row.id)}
                onPress={() => void remove(row, () => onDeleted?.(row))}
              />
            </>
          )
        }
      />
    </>
  );
}

/**
 * Runs actions on single rows of a list. A row is busy until the list is loaded again. `run` shows the notice that `act` resolves
 * with.
 */
export function useRowActions(records: Records<unknown>, notify: (notice: Notice) => void) {
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());

  const run = async (id: string, act: () => Promise<Notice>): Promise<void> => {
    setWorking((rows) => new Set(rows).add(id));
    notify(await act());
    await records.reload();
    setWorking((rows) => new Set([...rows].filter((row) => row !== id)));
  };

  return { isBusy: (id: string): boolean => working.has(id), run };
}
