import type { ReactNode } from 'react';
import type { AnswerOf } from '../../../client/api.ts';
import { useMay } from '../../data/role.tsx';
import type { ListName } from '../../data/use-records.ts';
import { useAsk } from '../../ui/ask.ts';
import {
  type ListResource,
  ListScreen,
  type ListScreenProps,
  type ListState,
  useListScreen,
} from '../../ui/ListScreen.tsx';
import { RecordPanel, type RecordEditor, useEditor } from './record-editor.tsx';

/** A list whose records admins create and edit. */
export interface EditedResource<Row, Answer> extends ListResource<Row, Answer> {
  readonly headingName: (row: Row) => string;
  readonly formTexts: {
    /** The label of the button that opens the form of a new record, and the heading of that form. */
    readonly add: string;
    readonly create: string;
  };
}

/** The state of an admin screen that lists, creates, edits and deletes records of one kind. */
export function useRecordAdmin<Name extends ListName, Row extends { readonly id: string }>(
  name: Name,
  resource: EditedResource<Row, AnswerOf<Name>>,
) {
  const screen = useListScreen(name, resource);
  const { records, notify } = screen;
  const editor = useEditor<Row>(useAsk(), notify);

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
  return { ...screen, resource, editor, formProps };
}

interface Props<Row extends { readonly id: string }> extends Omit<
  ListScreenProps<Row>,
  'screen' | 'panel' | 'look' | 'buttons' | 'onEdit'
> {
  readonly admin: ListState<Row> & {
    readonly resource: Pick<EditedResource<Row, unknown>, 'headingName' | 'formTexts'>;
    readonly editor: RecordEditor<Row>;
  };
  /** The content of the panel: a form and its notes. */
  readonly form: ReactNode;
}

/** A list of records with a form, which opens next to the list, or above it in a narrow window. */
export function RecordAdmin<Row extends { readonly id: string }>({ admin, form, ...list }: Props<Row>) {
  const { resource, editor } = admin;
  const { add, create } = resource.formTexts;
  const mayEdit = useMay('admin');
  return (
    <ListScreen
      {...list}
      screen={admin}
      panel={
        editor.view !== null && (
          <RecordPanel
            key={editor.formKey}
            editor={editor}
            heading={create}
            headingName={resource.headingName}
          >
            {form}
          </RecordPanel>
        )
      }
      buttons={
        mayEdit && (
          <button type="button" className="button" onClick={() => void editor.add()}>
            {add}
          </button>
        )
      }
      selected={mayEdit ? list.selected : undefined}
      onEdit={editor.edit}
      onDeleted={(row) => {
        editor.closeIfShows(row);
        list.onDeleted?.(row);
      }}
    />
  );
}
