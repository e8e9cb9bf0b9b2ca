/**
 * Fills every `<time data-file="/dist/…">` with the date its file was published, read from the
 * file's Last-Modified header. Where that fails, the place simply stays empty.
 */
export const showPublishedDates = async (): Promise<void> => {
  const places = document.querySelectorAll<HTMLTimeElement>('time[data-file]');
  await Promise.all([...places].map(showPublishedDate));
};

const showPublishedDate = async (place: HTMLTimeElement): Promise<void> => {
  try {
    const answer = await fetch(place.dataset.file ?? '', { method: 'HEAD' });
    const published = new Date(answer.headers.get('last-modified') ?? '');
    if (!answer.ok || Number.isNaN(published.getTime())) return;
    place.dateTime = published.toISOString();
    place.textContent = `Published ${published.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`;
  } catch {
    // The date is a courtesy; the download link works without it.
  }
};
