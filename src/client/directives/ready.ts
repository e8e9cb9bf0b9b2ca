/** Dispatched by an island with a form, once its handlers are there; see page/islands.ts. */
export const readyEvent = 'island-ready';

/** Tells the page's script that the island around `element` handles its form from now on. */
export const announceReady = (element: HTMLElement | null): void => {
  element?.dispatchEvent(new Event(readyEvent, { bubbles: true }));
};
