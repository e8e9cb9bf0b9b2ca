import { handsFocusOn } from './hands-focus-on.ts';

/** A ref for a part with `tabIndex={-1}` that opens: it comes into sight with the focus, and hands it on when it closes. */
export const takesFocus = (part: HTMLElement | null) => {
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
  return handsFocusOn(part);
};
