declare global {
  interface HTMLButtonElement {
    /** What became of a press of the last seconds, for the button's island once it is there. */
    copying?: Promise<void> | undefined;
  }
}

/** Written into pages as text, so it uses nothing from outside. A click that is no press repeats one, for the island. */
const beginCopies = (): void => {
  const begin = ({ target, isTrusted }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
    if (!button || (button.copying && !isTrusted)) return;
    const begun = navigator.clipboard?.writeText(button.dataset.copy ?? '');
    begun?.catch(() => undefined);
    button.copying = begun;
    setTimeout(() => {
      if (button.copying === begun) button.copying = undefined;
    }, 10_000);
  };
  addEventListener('click', begin, true);
};

/**
 * The script by which a button with `data-copy` copies that text during the press itself: WebKit lets nobody do so any
 * later, and the button's island may come only then. It stands in the page.
 */
export const beginCopiesScript = `(${beginCopies.toString()})()`;
