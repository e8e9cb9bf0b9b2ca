/**
 * Fills each `<span data-file="/dist/…">` with the UTC day of the file's Last-Modified header. Leaves the span empty if the
 * request fails. The page has the names of the months in `data-months`, because a date formatter blocks slow phones, and a module
 * shared with other scripts would load before the first paint.
 */
export function showPublishedDates(): void {
  const months = document.querySelector<HTMLElement>('[data-months]')?.dataset.months?.split(' ') ?? [];
  for (const place of document.querySelectorAll<HTMLElement>('[data-file]'))
    void fetch(place.dataset.file ?? '', { method: 'HEAD' }).then(
      ({ ok, headers }) => {
        const published = new Date(headers.get('last-modified') ?? '');
        const month = months[published.getUTCMonth()];
        if (!ok || !month) return;
        place.textContent = `Published ${month} ${String(published.getUTCDate())}, ${String(published.getUTCFullYear())}`;
      },
      () => undefined,
    );
}
