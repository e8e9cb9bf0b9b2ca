/**
 * Calls `run` once: after the first contentful paint, at the visitor's first press or key, or after a second,
 * whichever comes first. Each of the three covers a gap of the others: an animation frame runs before its picture is
 * seen, so only the paint entry keeps `run` from competing with the first paint; Firefox reports no such entry for a
 * page that is first painted while scrolled; and a visitor who acts must not wait for a timer.
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
    if (!isStarted) run();
    isStarted = true;
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
