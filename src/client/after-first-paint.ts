/**
 * Calls `run` once, at the first of:
 * - the first contentful paint: an animation frame would come before the pixels are shown, and `run` would compete
 *   with them;
 * - the visitor's first press or key: a visitor who acts must not wait;
 * - one second: Firefox reports no contentful paint for a page that is first painted while scrolled.
 *
 * A prerendered page starts when it is shown. The function is inlined into pages as text, so it uses nothing from
 * outside its own body.
 */
export function afterFirstPaint(run: () => void): void {
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', () => {
      afterFirstPaint(run);
    });
    return;
  }
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    run();
  };
  setTimeout(start, 1_000);
  for (const input of ['pointerdown', 'keydown', 'click'])
    addEventListener(input, start, { capture: true, once: true });
  if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint'))
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
}

/** An inline script that calls the function with the text `run` after the first paint. */
export function afterFirstPaintScript(run: string): string {
  return `(${afterFirstPaint.toString()})(${run})`;
}
