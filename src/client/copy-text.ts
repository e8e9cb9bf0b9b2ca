import { runErrand } from './side-errand.ts';

/**
 * Copies a text to the clipboard. `started` is a copy that began at the press. If the browser refuses, or has no clipboard, selects
 * the text on the page, so that the visitor can copy it without the button. Resolves with whether the text was copied.
 */
export async function copyText(text: string, started?: Promise<void>): Promise<boolean> {
  try {
    await (started ?? navigator.clipboard.writeText(text));
    return true;
  } catch {
    runErrand(() => {
      selectText(text);
    });
    return false;
  }
}

/** Selects the element that shows a text. Blanks do not count. */
function selectText(text: string): void {
  const bare = (shown: string) => shown.replace(/\s+/g, '');
  const places = [...document.querySelectorAll('main :is(code, p, a)')];
  const place = places.findLast(({ textContent }) => bare(textContent) === bare(text));
  if (place) getSelection()?.selectAllChildren(place);
}
