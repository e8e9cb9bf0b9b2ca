/** Whether the focus is where it was when something was pressed, or nowhere: nobody went elsewhere meanwhile. */
export const isStillAt = (pressed: Element | null): boolean =>
  document.activeElement === pressed || document.activeElement === document.body;
