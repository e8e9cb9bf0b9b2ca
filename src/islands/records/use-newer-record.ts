import { type RefObject, useEffect, useState } from 'react';
import { recordMessages } from '../../shared/messages/records.ts';
import { type Merge, mergeFields, type Texts } from './merge-fields.ts';
import type { Remedy } from './RemedyButton.tsx';
import type { Said } from './ScreenNotice.tsx';

/** How a form's record is read again, and held against the form. */
export interface Rereading<Row, Field extends string> {
  readonly fields: readonly Field[];
  readonly textsOf: (row: Row) => Texts<Field>;
  /** The record as it is now, or the text of why it cannot be had. */
  readonly reread: (row: Row) => Promise<Row | string>;
}

/** The input of a form that has this name; null without one. */
const inputOf = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
};

const write = (form: HTMLFormElement, name: string, text: string): void => {
  const input = inputOf(form, name);
  if (input?.type === 'checkbox') input.checked = text !== '';
  else if (input) input.value = text;
};

const typedIn = <Field extends string>(form: HTMLFormElement, before: Texts<Field>): Texts<Field> => {
  const data = new FormData(form);
  const texts: Record<Field, string> = { ...before };
  for (const field in texts) {
    const value = data.get(field);
    texts[field] = typeof value === 'string' ? value.trim() : '';
  }
  return texts;
};

/**
 * Brings a form whose record was changed meanwhile onto the newer one: fields that nobody typed into follow it,
 * typed text stays, and `merge` tells them apart. The first field that differs gets the focus. `onNewer` is given
 * the record that the next save is made from. `remedyFor` a refused record does it at a press, and says so; `forget` drops the
 * difference once it is saved.
 */
export const useNewerRecord = <Row, Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  { fields, textsOf, reread }: Rereading<Row, Field>,
  onNewer: (row: Row) => void,
  say: (said: Said) => void,
) => {
  const [merge, setMerge] = useState<Merge<Field> | null>(null);
  const none: Merge<Field> = {};

  useEffect(() => {
    if (!merge || !form.current) return;
    const first =
      fields.find((field) => merge[field]?.kind === 'kept') ?? fields.find((field) => merge[field]);
    const input = first && inputOf(form.current, first);
    (input ?? form.current.querySelector<HTMLElement>('[type=submit]'))?.focus();
  }, [merge, form, fields]);

  const load = async (editing: Row): Promise<void> => {
    const newer = await reread(editing);
    if (!form.current) return;
    if (typeof newer === 'string') {
      say({ kind: 'error', text: newer, remedy: remedyFor(editing) });
      return;
    }
    const [before, after] = [textsOf(editing), textsOf(newer)];
    const found = mergeFields(fields, typedIn(form.current, before), before, after);
    for (const field of fields) if (found[field]?.kind === 'taken') write(form.current, field, after[field]);
    onNewer(newer);
    setMerge(found);
    const { newerLoaded, newerSame } = recordMessages;
    say({ kind: 'success', text: Object.keys(found).length > 0 ? newerLoaded : newerSame });
  };

  const remedyFor = (row: Row): Remedy => ({
    label: recordMessages.loadNewer,
    busyLabel: recordMessages.loadingNewer,
    apply: () => load(row),
  });
  const forget = () => {
    setMerge(null);
  };
  return { merge: merge ?? none, forget, remedyFor };
};
