import { type RefObject, useLayoutEffect } from 'react';

/**
 * `handsFocusOn` or `takesFocus` for a part whose parent looks into it by a ref. Not a later effect: that ends when the part, and the focus in
 * it, have left the page.
 */
export const useFocusOf = (
  part: RefObject<HTMLElement | null>,
  what: (box: HTMLElement | null) => () => void,
): void => {
  useLayoutEffect(() => what(part.current), [part, what]);
};
