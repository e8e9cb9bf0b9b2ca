import { afterFirstPaintScript } from './after-first-paint.ts';
import { failedEvent } from './directives/interaction.ts';

const settings = {
  failedEvent,
  /** The parts of a page that still show the fallback faces. */
  pendingParts: ':is(body > :not(main), main > :not(.run), .run > *):not([data-faces])',
  facesWithinMs: 300,
  retryAfterMs: 1_000,
};

/**
 * Fetches the page's faces, scripts and manifest, which must not compete with the first paint. Inlined into pages as
 * text, so it uses nothing but its parameter.
 *
 * - Faces are applied when both have arrived or failed: one part of the page per frame, because a page that lays out all
 *   of its lines in a single task does not respond during it. After 300 ms the remaining parts follow in one go.
 * - A script that fails to load is requested once more. Without the page's own script, which comes first, no island
 *   can wake, so the page is told.
 */
function loadDeferred(given: typeof settings): void {
  function applyFaces(end: number): void {
    for (const part of document.querySelectorAll<HTMLElement>(given.pendingParts)) {
      part.dataset.faces = '';
      if (performance.now() < end) break;
    }
    if (document.readyState === 'loading' || document.querySelector(given.pendingParts))
      requestAnimationFrame(() => {
        applyFaces(end);
      });
    else document.documentElement.dataset.faces = '';
  }

  function loadScript({ src, previousElementSibling }: HTMLScriptElement): void {
    import(/* @vite-ignore */ src).catch(() =>
      setTimeout(() => {
        import(/* @vite-ignore */ `${src}?again`).catch(() => {
          if (!previousElementSibling) dispatchEvent(new Event(given.failedEvent));
        });
      }, given.retryAfterMs),
    );
  }

  void Promise.allSettled(['1em Besley', '1em Public Sans'].map((face) => document.fonts.load(face))).then(
    () => {
      applyFaces(performance.now() + given.facesWithinMs);
    },
  );
  const template = document.querySelector<HTMLTemplateElement>('#later');
  for (const element of [...(template?.content.children ?? [])])
    if (element instanceof HTMLScriptElement) loadScript(element);
    else document.head.append(element);
}

/** Inline script that fetches faces, scripts and the manifest after the first paint. */
export const loadDeferredScript = afterFirstPaintScript(
  `() => (${loadDeferred.toString()})(${JSON.stringify(settings)})`,
);
