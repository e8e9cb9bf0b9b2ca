/**
 * Makes the items of a pane one tab stop: the arrow keys, Home and End move the focus. The items have a tabindex. `follow` is
 * called with the item that a key has focused.
 */
export function roveFocus(pane: HTMLElement, follow?: (item: HTMLElement) => void): void {
  pane.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.hasAttribute('tabindex')) setTabStop(pane, target);
  });
  pane.addEventListener('keydown', (event) => {
    const items = [...pane.querySelectorAll<HTMLElement>('[tabindex]:not([hidden])')];
    const at = items.findIndex((item) => item === event.target);
    const item = items[indexAfter(event.key, at, items.length)];
    if (item && at >= 0) {
      event.preventDefault();
      item.focus();
      follow?.(item);
    } else if ((event.key === 'Enter' || event.key === ' ') && items[at]?.role === 'option') {
      event.preventDefault();
      items[at].click();
    }
  });
}

function indexAfter(key: string, at: number, length: number): number {
  if (key === 'ArrowDown' || key === 'ArrowRight') return at + 1;
  if (key === 'ArrowUp' || key === 'ArrowLeft') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : -1;
}

/** Lets Tab reach this item of the pane, and no other. Writes only a new value: Chrome lays out the page for each write to the focused item. */
export function setTabStop(pane: HTMLElement, item: HTMLElement | undefined): void {
  for (const old of pane.querySelectorAll<HTMLElement>('[tabindex="0"]')) if (old !== item) old.tabIndex = -1;
  if (item && item.tabIndex !== 0) item.tabIndex = 0;
}
