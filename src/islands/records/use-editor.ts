import { type RefObject, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import type { Question } from '../ui/ConfirmDialog.tsx';
import { isTyped } from './is-typed.ts';

export interface Editor<Row> {
  /** The record in the form; null while the form makes a new one. */
  readonly editing: Row | null;
  /** Another value for every form: as its key it empties the fields. */
  readonly edition: number;
  /** The section of the form. */
  readonly top: RefObject<HTMLElement | null>;
  /** Puts a record into the form; asks first where that takes typed text away. Resolves to whether it did. */
  readonly edit: (row: Row) => Promise<boolean>;
  /** Goes on from a newer state of the record in the form; the fields stay as they are. */
  readonly renew: (row: Row) => void;
  /** Back to an empty form that makes a new record. */
  readonly clear: () => void;
}

/** The form above a table: it makes a record, or changes the one whose Edit was pressed, which it then shows. */
export const useEditor = <Row>(ask: (question: Question) => Promise<boolean>): Editor<Row> => {
  const [editing, setEditing] = useState<Row | null>(null);
  const [edition, setEdition] = useState(0);
  const top = useRef<HTMLElement>(null);

  const open = (row: Row | null) => {
    setEditing(row);
    setEdition((count) => count + 1);
  };
  return {
    editing,
    edition,
    top,
    edit: async (row) => {
      const { confirmEdit, edit } = messages.admin;
      if (isTyped(top.current) && !(await ask({ text: confirmEdit, action: edit }))) return false;
      open(row);
      top.current?.scrollIntoView({ block: 'start' });
      top.current?.focus({ preventScroll: true });
      return true;
    },
    renew: setEditing,
    clear: () => {
      // The fields are about to be new ones: whoever stood in the form stays at it.
      if (top.current?.contains(document.activeElement)) top.current.focus({ preventScroll: true });
      open(null);
    },
  };
};
