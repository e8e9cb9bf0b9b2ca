import { type RefObject, useEffect, useRef } from 'react';
import { runErrand } from '../../client/side-errand.ts';
import { listKeyMessages as texts } from '../../shared/messages/admin.ts';
import { useAsk } from './ask.ts';

interface Props {
  /** The table, or null while the list has no rows. */
  readonly list: RefObject<HTMLElement | null>;
}

/** Key of the note in this browser that the user has turned the keys off. */
const offKey = 'list-keys-off';

/**
 * The keys of a list, and the button of the dialog that explains them. Escape closes a panel (kit/record-editor.tsx), always. The
 * other keys can be turned off, because people who speak to their computer would press them by accident.
 */
export function ListKeys({ list }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const ask = useAsk();
  const help = async () => {
    const isOff = areOff();
    const action = isOff ? texts.turnOn : texts.turnOff;
    if (!(await ask({ text: texts.heading, detail: texts.keys, action, look: 'plain', cancel: texts.close })))
      return;
    runErrand(() => {
      if (isOff) localStorage.removeItem(offKey);
      else localStorage.setItem(offKey, '');
    });
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || areOff() || !place.current?.checkVisibility()) return;
      if (event.key === '?') void help();
      else if (!pressKey(event.key, list.current)) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  });
  return (
    <div ref={place} className="list-keys">
      <button type="button" className="button button-quiet" onClick={() => void help()}>
        {texts.heading}
      </button>
    </div>
  );
}

function areOff(): boolean {
  return typeof runErrand(() => localStorage.getItem(offKey)) === 'string';
}

/** False while the user types, holds Ctrl, Meta or Alt, or has a dialog or a popover open. */
export function isShortcut({ target, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
  const isModified = isComposing || ctrlKey || metaKey || altKey;
  return !isTyping && !isModified && !document.querySelector('dialog[open], :popover-open');
}

/** Does what a key does in a list. Returns false for a key that does nothing. */
function pressKey(key: string, list: HTMLElement | null): boolean {
  if (key === '/') return focusOn(document.getElementById('list-search'));
  const rows = [...(list?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === 'j') return focusOn(rows[current + 1]);
  if (key === 'k') return focusOn(rows[Math.max(current - 1, 0)]);
  const row = rows[current];
  if (key !== 'Enter' || !row || row !== document.activeElement) return false;
  const control = row.querySelector<HTMLElement>('.row-actions :is(button, a), summary');
  control?.focus();
  control?.click();
  return true;
}

function focusOn(element: HTMLElement | null | undefined): boolean {
  // A row can have the focus only while it is the current one, so that no other code gives it the focus.
  if (element?.matches('tr')) {
    element.tabIndex = -1;
    element.onblur = () => {
      element.removeAttribute('tabindex');
    };
  }
  element?.focus();
  return Boolean(element);
}
