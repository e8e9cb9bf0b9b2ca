declare global {
  interface Window {
    /** Resolves after the page's first paint, or soon after. The script in the head sets it. */
    firstPaint: Promise<void>;
  }
}

/**
 * Calls `resolve` at each of these; a promise takes the first:
 * - the first contentful paint: an animation frame would come before the pixels are shown, and the work that waits
 *   for the paint would compete with it;
 * - the visitor's first press or key: a visitor who acts must not wait;
 * - one second: Firefox reports no contentful paint for a page that is first painted while scrolled.
 *
 * A prerendered page starts when it is shown.
 */
export function awaitFirstPaint(resolve: () => void): void {
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', () => {
      awaitFirstPaint(resolve);
    });
    return;
  }
  setTimeout(resolve, 1_000);
  for (const input of ['pointerdown', 'keydown', 'click'])
    addEventListener(input, resolve, { capture: true, once: true });
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
}
