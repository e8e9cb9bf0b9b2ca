import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Whether the focus is where it was when something was pressed, or around that, where a click on no control leaves it, as the
 * second one of a double press is once a dialog has closed: nobody went elsewhere meanwhile.
 */
export const focusUnmoved = (pressed: Element | null): boolean => {
  const at = document.activeElement;
  return !at || at === document.body || at.contains(pressed);
};

/**
 * A ref for what comes and goes: when it goes away with the focus in it, the nearest place around it that can take
 * the focus gets it, at last the page's main part. Otherwise it would fall to the top of the document.
 */
export const restoreFocus = (box: HTMLElement | null) => () => {
  if (box?.contains(document.activeElement))
    box.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};

/** A ref for a part with `tabIndex={-1}` that opens: it comes into sight with the focus, and hands it on when it closes. */
export const focusOnMount = (part: HTMLElement | null) => {
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
  return restoreFocus(part);
};

/**
 * `restoreFocus` or `focusOnMount` for a part whose parent looks into it by a ref. Not a later effect: that ends when the part, and the focus in
 * it, have left the page.
 */
export const useFocusOf = (
  part: RefObject<HTMLElement | null>,
  what: (box: HTMLElement | null) => () => void,
): void => {
  useLayoutEffect(() => what(part.current), [part, what]);
};

/** Keeps where the focus was when something was opened, and gives it back there, if that is still on the page. */
export const useOpener = () => {
  const opener = useRef<Element>(null);
  return {
    keep: () => {
      opener.current = document.activeElement;
    },
    restore: () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
};
