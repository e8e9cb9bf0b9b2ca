import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * True if the user did not move the focus since they pressed a button: it is still on the button, or on an element around it,
 * where a click beside all controls leaves it.
 */
export const focusUnmoved = (pressed: Element | null): boolean => {
  const at = document.activeElement;
  return !at || at === document.body || at.contains(pressed);
};

/**
 * A ref for an element that disappears. If it has the focus then, the nearest focusable ancestor gets the focus, at last the main
 * element. Otherwise the focus would fall to the top of the document.
 */
export const restoreFocus = (box: HTMLElement | null) => () => {
  if (box?.contains(document.activeElement))
    box.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};

/** A ref for an element with `tabIndex={-1}`: scrolls it into view and focuses it on mount, and restores the focus on unmount. */
export const focusOnMount = (part: HTMLElement | null) => {
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
  return restoreFocus(part);
};

/**
 * Applies `restoreFocus` or `focusOnMount` to an element whose ref the parent needs. A layout effect, because a later effect ends
 * after the element and its focus have left the page.
 */
export const useFocusOf = (
  part: RefObject<HTMLElement | null>,
  what: (box: HTMLElement | null) => () => void,
): void => {
  useLayoutEffect(() => what(part.current), [part, what]);
};

/** Remembers the focused element when a panel opens, and focuses it again when the panel closes. */
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
