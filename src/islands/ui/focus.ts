/**
 * Whether the focus is where it was when something was pressed, or around that, where a click on no control leaves it, as the
 * second one of a double press is once a dialog has closed: nobody went elsewhere meanwhile.
 */
export const isStillAt = (pressed: Element | null): boolean => {
  const at = document.activeElement;
  return !at || at === document.body || at.contains(pressed);
};

/**
 * A ref for what comes and goes: when it goes away with the focus in it, the nearest place around it that can take
 * the focus gets it, at last the page's main part. Otherwise it would fall to the top of the document.
 */
export const handsFocusOn = (box: HTMLElement | null) => () => {
  if (box?.contains(document.activeElement))
    box.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};

/** A ref for a part with `tabIndex={-1}` that opens: it comes into sight with the focus, and hands it on when it closes. */
export const takesFocus = (part: HTMLElement | null) => {
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
  return handsFocusOn(part);
};
