import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * True if the user has not moved the focus since they pressed a button. The focus is still on the button, or on an element
 * around it after a click outside all controls.
 */
export function focusUnmoved(pressed: Element | null): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.contains(pressed);
}

/**
 * A ref for an element that disappears. If the focus is in the element at that time, the nearest focusable ancestor gets the
 * focus. Otherwise the focus would move to the top of the document.
 */
export function restoreFocus(box: HTMLElement | null) {
  return () => {
    if (box?.contains(document.activeElement))
      box.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}

/** A ref for an element with `tabIndex={-1}`: scrolls it into view and focuses it on mount, and restores the focus on unmount. */
export function focusOnMount(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
  return restoreFocus(element);
}

/**
 * Applies `restoreFocus` or `focusOnMount` to an element whose ref the parent needs. Uses a layout effect,
 * because the cleanup of useEffect runs after the element and its focus have left the page.
 */
export function useFocusEffect(
  element: RefObject<HTMLElement | null>,
  effect: (box: HTMLElement | null) => () => void,
): void {
  useLayoutEffect(() => effect(element.current), [element, effect]);
}

/** Remembers the focused element when a panel opens, and focuses it again when the panel closes. */
export function useOpener() {
  const opener = useRef<Element>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    restore: () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** A ref for an element with an id that is rendered late: scrolls it into view if the page's address names it. */
export function scrollIfTarget(element: HTMLElement | null) {
  if (element && location.hash === `#${element.id}`) element.scrollIntoView({ block: 'start' });
}
