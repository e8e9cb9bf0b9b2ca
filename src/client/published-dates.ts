/**
 * Fills every `<span data-file="/dist/…">` with the UTC day its file was published, read from the file's Last-Modified
 * header. Where that fails, the place simply stays empty. The names of the months stand in the page, at what has
 * `data-months`: a formatter would block a phone, and what other scripts import, too, would be asked for before the first paint.
 */
export const showPublishedDates = (): void => {
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
};
