/** Inline script of /download. It shares no module with another page, because a shared module would be another request. */
import { setUpCopyButton } from './copy-button.ts';
import { countEvent } from './count.ts';
import { runErrand } from './side-errand.ts';

const copyOrder = document.querySelector<HTMLElement>('[data-copy-order]');
const order = document.querySelector<HTMLElement>('[data-order]');
if (copyOrder && order) setUpCopyButton(copyOrder, order);
shareLinks();
document.addEventListener('click', countDownload);
void window.firstPaint.then(showPublishedDates);

/**
 * Opens the device's share menu for a press on a link with `data-share`, the title, and `data-address`, the address. Without
 * such a menu, or if it fails, the link writes an email.
 */
function shareLinks(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-share]') : null;
    if (!link || !('share' in navigator)) return;
    const { share = '', address = '' } = link.dataset;
    const sharing = runErrand(() => navigator.share({ title: share, url: address }));
    if (!sharing) return;
    event.preventDefault();
    sharing.catch((error: unknown) => {
      // The visitor has closed the menu.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      location.assign(link.href);
    });
  });
}

/** Counts a press on an installer's link by the name of the file. */
function countDownload({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/dist/"]') : null;
  const file = link?.pathname.split('/').pop();
  if (file) countEvent('download', file);
}

/**
 * Fills each `<span data-file="/dist/…">` with the UTC day of the file's Last-Modified header. Leaves the span empty if the
 * request fails. The page has the names of the months in `data-months`, because a date formatter blocks slow phones, and a module
 * shared with other scripts would load before the first paint.
 */
function showPublishedDates(): void {
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
