/**
 * Dispatched by an island when React has rendered it: the handlers of its form are there. Also dispatched when React
 * failed: the page's script then brings back the plain form. See page/islands.ts.
 */
export const readyEvent = 'island-ready';

/** Tells the page's script that the island around `element` handles its form from now on. */
export const announceReady = (element: HTMLElement | null): void => {
  element?.dispatchEvent(new Event(readyEvent, { bubbles: true }));
};
