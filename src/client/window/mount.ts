import type { readyEvent } from '../interaction.ts';
import liveCss from './live.css?inline';
import { openBook } from './state.ts';
import { startWindow } from './start-window.ts';

// This script shares no module with the islands, so that it stays one file. The type keeps the names equal.
const readyName: typeof readyEvent = 'island-ready';

/** Turns the drawn window in the opening of a page into one that can be used. */
export function mount(opening: HTMLElement): void {
  const drawing = opening.querySelector<HTMLElement>('.product-window [role=img]');
  if (!drawing) throw new Error('no window');
  const styles = new CSSStyleSheet();
  styles.replaceSync(liveCss);
  startWindow(drawing, openBook(drawing.dataset.view === 'review'));
  document.adoptedStyleSheets.push(styles);
  opening.dispatchEvent(new Event(readyName));
  repeatPress(drawing);
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
