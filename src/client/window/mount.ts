import type { readyEvent } from '../interaction.ts';
import styles from './live.css?url';
import { openBook } from './state.ts';
import { startWindow } from './start-window.ts';

// This script shares no module with the islands, so that it stays one file. The type keeps the names equal.
const readyName: typeof readyEvent = 'island-ready';

/**
 * Turns the drawn window in the opening of a page into one that can be used. Rejects if its styles cannot be loaded. Then the
 * drawing stays, and the next touch tries again.
 */
export async function mount(opening: HTMLElement): Promise<void> {
  const drawing = opening.querySelector<HTMLElement>('.product-window [role=img]');
  if (!drawing) throw new Error('no window');
  await loadStyles();
  startWindow(drawing, openBook(drawing.dataset.view === 'review'));
  opening.dispatchEvent(new Event(readyName));
  repeatPress(drawing);
}

/** Loads the styles of the controls and of all views. */
function loadStyles(): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('no styles'));
    });
  });
}

/** Repeats the press that loaded this script. The drawing under the pointer has become a control. */
function repeatPress(region: HTMLElement): void {
  const press = window.lastPress;
  if (!(press instanceof MouseEvent) || press.timeStamp < performance.now() - 3_000) return;
  const target = document.elementFromPoint(press.clientX, press.clientY);
  const control = target?.closest<HTMLElement>('button, [role=option], input');
  if (!control || !region.contains(control)) return;
  control.focus();
  control.click();
}
