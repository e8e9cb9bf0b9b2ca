import { afterFirstPaintScript } from './after-first-paint.ts';
import { failedEvent } from './directives/interaction.ts';

const options = {
  failedEvent,
  /** The parts of a page that still show the fallback fonts. */
  pendingFontSelector: ':is(body > :not(main), main > :not(.run), .run > *):not([data-faces])',
  fontSwapWithinMs: 300,
  retryAfterMs: 1_000,
};

/**
 * Fetches the page's fonts, scripts and manifest, which must not compete with the first paint. Inlined into pages as
 * text, so it uses nothing but its parameter.
 *
 * - Fonts are applied when both have arrived or failed: one part of the page per frame, because a page that lays out
 *   all of its lines in a single task does not respond during it. After 300 ms the remaining parts follow in one go.
 * - A script that fails to load is requested once more. If the first, the page's own script, fails twice, no island
 *   can be hydrated: an event tells IslandFailed.astro to show its notice.
 */
function loadDeferred(given: typeof options): void {
  function applyFonts(end: number): void {
    for (const part of document.querySelectorAll<HTMLElement>(given.pendingFontSelector)) {
      part.dataset.faces = '';
      if (performance.now() < end) break;
    }
    if (document.readyState === 'loading' || document.querySelector(given.pendingFontSelector))
      requestAnimationFrame(() => {
        applyFonts(end);
      });
    else document.documentElement.dataset.faces = '';
  }

  function loadScript(src: string, isPageScript: boolean): void {
    import(/* @vite-ignore */ src).catch(() =>
      setTimeout(() => {
        import(/* @vite-ignore */ `${src}?again`).catch(() => {
          if (isPageScript) dispatchEvent(new Event(given.failedEvent));
        });
      }, given.retryAfterMs),
    );
  }

  void Promise.allSettled(['1em Besley', '1em Public Sans'].map((font) => document.fonts.load(font))).then(
    () => {
      applyFonts(performance.now() + given.fontSwapWithinMs);
    },
  );
  const template = document.querySelector<HTMLTemplateElement>('#later');
  const pageScript = template?.content.querySelector('script');
  for (const element of [...(template?.content.children ?? [])])
    if (element instanceof HTMLScriptElement) loadScript(element.src, element === pageScript);
    else document.head.append(element);
}

/** Inline script that fetches fonts, scripts and the manifest after the first paint. */
export const loadDeferredScript = afterFirstPaintScript(
  `() => (${loadDeferred.toString()})(${JSON.stringify(options)})`,
);
