import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { recordMessages } from '../../shared/messages/admin.ts';
import type { ConfirmQuestion } from '../ui/ConfirmDialog.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../ui/use-unsaved-changes-prompt.ts';
import { auditPath } from '../../client/accounts/navigation.ts';

export interface RecordEditor<Row> {
  /** The record in the form; null while the form creates a record. */
  readonly editing: Row | null;
  /** The React key of the form. A new value resets the fields. */
  readonly edition: number;
  /** The section of the form. */
  readonly top: RefObject<HTMLElement | null>;
  /** Puts a record into the form. Asks first if typed text would be lost. */
  readonly edit: (row: Row) => Promise<void>;
  /** Replaces the record by a newer version, if the form still edits it. The fields do not change. */
  readonly renew: (row: Row) => void;
  /** Fills the fields from a reloaded record, if the form still edits it. */
  readonly reopen: (row: Row) => void;
  /** Empties the form, unless it was opened for another record since this function was made. */
  readonly clear: () => void;
  /** Empties the form after a press of Cancel, and removes the notice. */
  readonly cancel: () => void;
  /** Empties the form if this record is in it. */
  readonly clearOf: (row: Row) => void;
}

/**
 * The state of the form above a table, which creates a record, or changes the record whose Edit was pressed. Opening another
 * record removes the notice.
 */
export function useEditor<Row extends { readonly id: string }>(
  ask: (question: ConfirmQuestion) => Promise<boolean>,
  notify: (notice: null) => void,
): RecordEditor<Row> {
  const [editing, setEditing] = useState<Row | null>(null);
  const [edition, setEdition] = useState(0);
  const top = useRef<HTMLElement>(null);
  useUnsavedChangesPrompt(top);
  /** The record that is in the form now, for answers to an earlier form. */
  const latest = useRef<{ readonly id: string | null; readonly edition: number }>({ id: null, edition: 0 });

  const open = (row: Row | null) => {
    latest.current = { id: row?.id ?? null, edition: latest.current.edition + 1 };
    setEditing(row);
    setEdition(latest.current.edition);
  };
  const focusTop = () => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  };
  const empty = () => {
    // The fields are replaced. A focus in them moves to the form's section.
    if (top.current?.contains(document.activeElement)) top.current.focus({ preventScroll: true });
    open(null);
  };
  const clear = () => {
    if (latest.current.edition === edition) empty();
  };
  return {
    editing,
    edition,
    top,
    edit: async (row) => {
      const { confirmEdit, edit } = recordMessages;
      if (isDirty(top.current) && !(await ask({ text: confirmEdit, action: edit }))) return;
      notify(null);
      open(row);
      focusTop();
    },
    renew: (row) => {
      if (latest.current.id === row.id) setEditing(row);
    },
    reopen: (row) => {
      if (latest.current.id !== row.id) return;
      open(row);
      focusTop();
    },
    clear,
    cancel: () => {
      notify(null);
      clear();
    },
    clearOf: ({ id }) => {
      if (latest.current.id === id) empty();
    },
  };
}

interface Props<Row> {
  readonly editor: RecordEditor<Row>;
  /** The heading while a record is created. */
  readonly heading: string;
  readonly nameOf: (row: Row) => string;
  readonly children: ReactNode;
}

/** The section of the form. Its heading names the record that is edited. */
export function EditorSection<Row extends { readonly id: string }>({
  editor: { editing, top },
  heading,
  nameOf,
  children,
}: Props<Row>) {
  return (
    <section
      ref={top}
      tabIndex={-1}
      className="panel"
      data-tab={editing ? 'Edit' : 'New'}
      aria-labelledby="editor"
    >
      <h2 id="editor">{editing ? `Edit ${nameOf(editing)}` : heading}</h2>
      {children}
      {editing && (
        <p>
          <a href={auditPath(editing.id)}>{recordMessages.changes}</a>
        </p>
      )}
    </section>
  );
}
