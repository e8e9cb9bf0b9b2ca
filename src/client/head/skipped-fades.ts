/**
 * Handles the errors of the fade between two pages (`@view-transition` in base.css). The browser skips a fade when the tab is
 * hidden, when the visitor moves on, or when the next page comes late. It then rejects a promise of the fade, which would be an
 * unhandled error of the page.
 */
export function handleSkippedFades(): void {
  for (const moment of ['pageswap', 'pagereveal'] as const)
    addEventListener(moment, ({ viewTransition }) => {
      viewTransition?.ready.catch(() => undefined);
      viewTransition?.finished.catch(() => undefined);
    });
}
