import { failedEvent } from '../interaction.ts';
import { runErrand } from '../side-errand.ts';

declare global {
  interface Window {
    /** Resolves after the page's first paint, or soon after. The script in the head sets it. */
    firstPaint: Promise<void>;
  }
}

/**
 * Calls `resolve` for each of these events. A promise resolves with the first:
 * - The first contentful paint. An animation frame would come before the pixels are shown, and deferred work would delay
 *   them.
 * - The visitor's first press or key, because a visitor who acts must not wait.
 * - One second, because Firefox reports no contentful paint for a page that is first painted while scrolled.
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
  runErrand(() => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Parts of the page that still show the fallback fonts. */
const pendingParts = ':is(body>:not(main),main>:not(.run),.run>*):not([data-fonts])';

/**
 * Fetches the page's fonts, scripts and manifest, which must not compete with the first paint.
 *
 * - Fonts are applied after both have loaded or failed: one part of the page per frame, because a page that lays out all
 *   lines in a single task does not respond during the layout. After 300 ms the remaining parts follow together.
 * - A script that fails to load is requested again after a second. If the first script, the page's own, or the runtime of
 *   islands fails twice, no island can be hydrated. Then an event makes IslandFailed.astro show its notice.
 */
export function loadDeferred(): void {
  runErrand(() => {
    const fonts = ['1em Besley', '1em Public Sans'].map((font) => document.fonts.load(font));
    void Promise.allSettled(fonts).then(() => {
      applyFonts(performance.now() + 300);
    });
  });

  const { content } = document.getElementById('later') as HTMLTemplateElement;
  const pageScript = content.querySelector('script');
  for (const element of [...content.children])
    if (element instanceof HTMLScriptElement)
      import(/* @vite-ignore */ element.src).catch(() =>
        setTimeout(() => {
          import(/* @vite-ignore */ `${element.src}?again`).catch(() => {
            if (element === pageScript || element.id === 'island-runtime')
              dispatchEvent(new Event(failedEvent));
          });
        }, 1_000),
      );
    else document.head.append(element);
}

function applyFonts(deadline: number): void {
  for (const part of document.querySelectorAll<HTMLElement>(pendingParts)) {
    part.dataset.fonts = '';
    if (performance.now() < deadline) break;
  }
  if (document.readyState === 'loading' || document.querySelector(pendingParts))
    requestAnimationFrame(() => {
      applyFonts(deadline);
    });
  else document.documentElement.dataset.fonts = '';
}
