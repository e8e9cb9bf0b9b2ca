import { failedEvent } from '../directives/interaction.ts';

/** Parts of the page that still show the fallback fonts. */
const pending = ':is(body>:not(main),main>:not(.run),.run>*):not([data-fonts])';

/**
 * Fetches the page's fonts, scripts and manifest, which must not compete with the first paint.
 *
 * - Fonts are applied when both have arrived or failed: one part of the page per frame, because a page that lays out
 *   all of its lines in a single task does not respond during it. After 300 ms the remaining parts follow in one go.
 * - A script that fails to load is requested once more after a second. If the first, the page's own script, fails
 *   twice, no island can be hydrated: an event tells IslandFailed.astro to show its notice.
 */
export function loadDeferred(): void {
  void Promise.allSettled(['1em Besley', '1em Public Sans'].map((font) => document.fonts.load(font))).then(
    () => {
      applyFonts(performance.now() + 300);
    },
  );

  const { content } = document.getElementById('later') as HTMLTemplateElement;
  const pageScript = content.querySelector('script');
  for (const element of [...content.children])
    if (element instanceof HTMLScriptElement)
      import(/* @vite-ignore */ element.src).catch(() =>
        setTimeout(() => {
          import(/* @vite-ignore */ `${element.src}?again`).catch(() => {
            if (element === pageScript) dispatchEvent(new Event(failedEvent));
          });
        }, 1_000),
      );
    else document.head.append(element);
}

function applyFonts(end: number): void {
  for (const part of document.querySelectorAll<HTMLElement>(pending)) {
    part.dataset.fonts = '';
    if (performance.now() < end) break;
  }
  if (document.readyState === 'loading' || document.querySelector(pending))
    requestAnimationFrame(() => {
      applyFonts(end);
    });
  else document.documentElement.dataset.fonts = '';
}
