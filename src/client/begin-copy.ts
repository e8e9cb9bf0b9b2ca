import { runErrand } from './side-errand.ts';

declare global {
  interface HTMLButtonElement {
    /** The copy that the last press started. The button's island awaits it after hydration. */
    copying?: Promise<void> | undefined;
  }
}

/** Time in milliseconds in which a hydrated island may await the copy of an earlier press. */
const COPY_LIFETIME_MS = 10_000;

/**
 * Copies the text of a button with `data-copy` during the press, because WebKit allows no later copy and the button's island
 * may hydrate only after the press. Ignores clicks by script, which repeat a press for the island.
 */
function beginCopy({ target, isTrusted }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
  if (!button || (button.copying && !isTrusted)) return;
  const copy = runErrand(() => navigator.clipboard.writeText(button.dataset.copy ?? ''));
  copy?.catch(() => undefined);
  button.copying = copy;
  setTimeout(() => {
    if (button.copying === copy) button.copying = undefined;
  }, COPY_LIFETIME_MS);
}

addEventListener('click', beginCopy, true);
