import { type ReactNode, useEffect, useRef, useState } from 'react';
import { recordMessages } from '../../../shared/messages/admin.ts';
import type { Ask, ConfirmQuestion } from '../../ui/ask.ts';
import { restoreFocus, useFocusEffect, useOpener } from '../../ui/focus.ts';
import { isShortcut } from '../../ui/ListKeys.tsx';
import { isDirty, useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt.ts';
import { auditPath } from '../../../client/accounts/navigation.ts';

/** The content of the panel: the form of a new record, the form of an existing record, or an application. */
export type PanelView = 'create' | 'edit' | 'review';

export type RecordEditor<Row extends { readonly id: string }> = ReturnType<typeof useEditor<Row>>;

/**
 * The state of the panel next to a table, which creates a record, or shows the record whose button was pressed. Opening it
 * removes the notice. Closing it returns the focus to the pressed button.
 */
export function useEditor<Row extends { readonly id: string }>(
  ask: Ask,
  notify: (notice: null) => void,
  editQuestion: ConfirmQuestion = { text: recordMessages.confirmEdit, action: recordMessages.edit },
) {
  const [view, setView] = useState<PanelView | null>(null);
  const [editing, setEditing] = useState<Row | null>(null);
  const [formKey, setFormKey] = useState(0);
  const panel = useRef<HTMLElement>(null);
  const opener = useOpener();
  useUnsavedChangesPrompt(panel);
  /** The record in the panel now. An answer to an earlier form compares its own record with this one. */
  const latestOpening = useRef<{ readonly id: string | null; readonly formKey: number }>({
    id: null,
    formKey: 0,
  });

  const show = (row: Row | null, newView: PanelView | null) => {
    latestOpening.current = { id: row?.id ?? null, formKey: latestOpening.current.formKey + 1 };
    setEditing(row);
    setView(newView);
    setFormKey(latestOpening.current.formKey);
  };
  const open = async (row: Row | null, newView: PanelView) => {
    const question = row ? editQuestion : { text: recordMessages.confirmAdd, action: recordMessages.discard };
    if (isDirty(panel.current) && !(await ask(question))) return;
    notify(null);
    opener.remember();
    show(row, newView);
  };
  const closePanel = () => {
    // The panel disappears. A focus in it returns to the button that opened the panel.
    if (panel.current?.contains(document.activeElement)) opener.restore();
    show(null, null);
  };
  const close = () => {
    if (latestOpening.current.formKey === formKey) closePanel();
  };
  const closeAndClearNotice = () => {
    notify(null);
    close();
  };
  useEffect(() => {
    if (view === null) return undefined;
    const onKeyDown = async (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isShortcut(event)) return;
      // This press must not close the question, too.
      event.preventDefault();
      const question = { text: recordMessages.confirmLeave, action: recordMessages.discard };
      if (!isDirty(panel.current) || (await ask(question))) closeAndClearNotice();
    };
    const listener = (event: KeyboardEvent) => void onKeyDown(event);
    addEventListener('keydown', listener);
    return () => {
      removeEventListener('keydown', listener);
    };
  });
  return {
    /** The content of the panel. Null while the panel is closed. */
    view,
    /** The record in the panel; null while the form creates a record. */
    editing,
    /** The React key of the panel. A new value resets the fields. */
    formKey,
    panel,
    /** Opens an empty form. Asks first if typed text would be lost. */
    add: () => open(null, 'create'),
    /** Opens a record. Asks first if typed text would be lost. */
    edit: (row: Row, newView: PanelView = 'edit') => open(row, newView),
    /** Replaces the record by a newer version, if the panel still shows it. The fields do not change. */
    updateRecord: (row: Row) => {
      if (latestOpening.current.id === row.id) setEditing(row);
    },
    /** Fills the fields from a reloaded record, if the panel still shows it. */
    reloadRecord: (row: Row) => {
      if (latestOpening.current.id === row.id) show(row, 'edit');
    },
    /** Closes the panel, unless it was opened again after the render that returned this function. */
    close,
    /** Closes the panel after a press of Cancel, and removes the notice. */
    closeAndClearNotice,
    closeIfShows: ({ id }: Row) => {
      if (latestOpening.current.id === id) closePanel();
    },
  };
}

interface Props<Row extends { readonly id: string }> {
  readonly editor: RecordEditor<Row>;
  /** The panel's heading while a record is created. */
  readonly heading: string;
  readonly headingName: (row: Row) => string;
  readonly children: ReactNode;
}

const tabs = { create: 'New', edit: 'Edit', review: 'Application' } as const;

/** The panel next to a table. Its heading names the record. Takes the focus when it opens. */
export function RecordPanel<Row extends { readonly id: string }>({
  editor: { view, editing, panel },
  heading,
  headingName,
  children,
}: Props<Row>) {
  useFocusEffect(panel, focusPanel);
  const action = view === 'review' ? 'Application of' : 'Edit';
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="panel record-panel"
      data-tab={view && tabs[view]}
      aria-labelledby="editor"
    >
      <h2 id="editor">{editing ? `${action} ${headingName(editing)}` : heading}</h2>
      {children}
      {editing && (
        <p>
          <a href={auditPath(editing.id)}>{recordMessages.changes}</a>
        </p>
      )}
    </section>
  );
}

/**
 * Focuses a panel. A panel beside its list begins where the user looks, so that nothing scrolls. A panel above its list scrolls into
 * view if its head is out of sight.
 */
export function focusPanel(panel: HTMLElement | null) {
  const list = panel?.parentElement;
  if (!panel || !list) return restoreFocus(panel);
  const isBeside = panel.offsetWidth < list.offsetWidth;
  const { top } = panel.getBoundingClientRect();
  if (isBeside && top < 0)
    panel.style.marginBlockStart = `calc(${String(-list.getBoundingClientRect().top)}px + 4rem)`;
  if (!isBeside && (top < 0 || top > innerHeight / 2)) panel.scrollIntoView({ block: 'start' });
  panel.focus({ preventScroll: true });
  return restoreFocus(panel);
}
