import type { ReactNode } from 'react';
import { recordMessages } from '../../shared/messages/records.ts';
import { auditPath } from './audit-path.ts';
import type { Editor } from './use-editor.ts';

interface Props<Row> {
  readonly editor: Editor<Row>;
  /** The heading while a new record is made. */
  readonly heading: string;
  readonly nameOf: (row: Row) => string;
  readonly children: ReactNode;
}

/** The sheet that a screen's form stands on: it says whether a record is made or edited, and which. */
export const EditorSection = <Row extends { readonly id: string }>({
  editor: { editing, top },
  heading,
  nameOf,
  children,
}: Props<Row>) => (
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
