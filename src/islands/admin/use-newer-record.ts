import { type RefObject, useEffect, useState } from 'react';
import { type Merge, mergeFields, type Texts } from './merge-fields.ts';

/** How a form's record is read again, and held against the form. */
export interface Rereading<Row, Field extends string> {
  readonly fields: readonly Field[];
  readonly textsOf: (row: Row) => Texts<Field>;
  /** The record as it is now, or the text of why it cannot be had. */
  readonly reread: (row: Row) => Promise<Row | string>;
}

/** A field of a form: its text, where it is a box whether that is ticked. */
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

/** What loading a newer record came to: how many fields differ, or why it cannot be had; null once the form is gone. */
export type Loaded = number | string | null;

/**
 * Brings a form whose record was changed meanwhile onto the newer one: fields that nobody typed into follow it,
 * typed text stays, and `merge` tells them apart. The first field that differs gets the focus. `onNewer` is given
 * the record that the next save is made from.
 */
export const useNewerRecord = <Row, Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  { fields, textsOf, reread }: Rereading<Row, Field>,
  onNewer: (row: Row) => void,
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

  const load = async (editing: Row): Promise<Loaded> => {
    const newer = await reread(editing);
    if (!form.current) return null;
    if (typeof newer === 'string') return newer;
    const [before, after] = [textsOf(editing), textsOf(newer)];
    const found = mergeFields(fields, typedIn(form.current, before), before, after);
    for (const field of fields) if (found[field]?.kind === 'taken') write(form.current, field, after[field]);
    onNewer(newer);
    setMerge(found);
    return Object.keys(found).length;
  };
  return { merge: merge ?? none, load };
};
