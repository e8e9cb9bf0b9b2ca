/**
 * Calls `run` once something of the page has been shown, at once when it already has: an animation frame comes before
 * the picture does. A browser that tells nobody of paints has a second. Written into pages as text as well, so it uses
 * nothing but its parameter.
 */
export const afterFirstPaint = (run: () => void): void => {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    setTimeout(run, 1_000);
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    run();
  }).observe({ type: 'paint', buffered: true });
};

/** The same for a script that stands in a page: a call with the text of a function. */
export const afterFirstPaintScript = (run: string): string => `(${afterFirstPaint.toString()})(${run})`;
