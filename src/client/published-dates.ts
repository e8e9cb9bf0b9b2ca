/**
 * Fills every `<time data-file="/dist/…">` with the date its file was published, read from the
 * file's Last-Modified header. Where that fails, the place simply stays empty.
 */
export const showPublishedDates = (): void => {
  for (const place of document.querySelectorAll<HTMLTimeElement>('time[data-file]'))
    void fetch(place.dataset.file ?? '', { method: 'HEAD' }).then(
      ({ ok, headers }) => {
        const published = new Date(headers.get('last-modified') ?? '');
        if (!ok || Number.isNaN(+published)) return;
        place.dateTime = published.toISOString();
        place.textContent = `Published ${published.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`;
      },
      () => undefined,
    );
};
