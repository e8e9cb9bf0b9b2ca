/**
 * A ref for what comes and goes: when it goes away with the focus in it, the nearest place around it that can take
 * the focus gets it, at last the page's main part. Otherwise it would fall to the top of the document.
 */
export const handsFocusOn = (box: HTMLElement | null) => () => {
  if (box?.contains(document.activeElement))
    box.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};
