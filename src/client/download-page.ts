/** The script of /download. It runs after the first paint: before that the links work by themselves, and a press is repeated. */
import { setUpCopyButton } from './copy-button.ts';
import { countEvent } from './count.ts';
import { runErrand } from './side-errand.ts';

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const source = button.previousElementSibling;
  if (source instanceof HTMLElement) setUpCopyButton(button, source);
}
shareLinks();
document.addEventListener('click', beginDownload);
repeatEarlyPress();
showPublishedDates();

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

/** Repeats the last press from before this script ran, on a copy button, or on a file's link after its download has begun. */
function repeatEarlyPress(): void {
  const press = window.lastPress;
  if (!press) return;
  beginDownload(press);
  if (press.target instanceof Element) press.target.closest<HTMLElement>('[data-copy]')?.click();
}

/** Counts a press on a file's link by the name of the file, and shows that the download has begun. */
function beginDownload({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-for]') : null;
  const file = link?.pathname.split('/').pop();
  if (!link || !file) return;
  countEvent('download', file);
  showBegun(link.dataset.for ?? '');
}

/** Says that a download has begun, and moves the steps of its system below that sentence. */
function showBegun(system: string): void {
  const begun = document.querySelector<HTMLElement>('.begun');
  const status = begun?.firstElementChild;
  if (!begun || !status) return;
  const groups = [...document.querySelectorAll<HTMLElement>('[data-install]')];
  const home = groups.find(({ parentElement }) => parentElement !== begun)?.parentElement;
  for (const group of groups) (group.dataset.install === system ? begun : home)?.append(group);
  begun.dataset.begun = '';
  status.textContent = begun.dataset.text ?? '';
  begun.scrollIntoView({ block: 'nearest' });
}

/**
 * Fills each `<span data-file="/dist/…">` with the UTC day of the file's Last-Modified header. Leaves the span empty if the
 * request fails. The page has the names of the months in `data-months`, because a date formatter blocks slow phones, and a module
 * shared with other scripts would be another request.
 */
function showPublishedDates(): void {
  const months = document.querySelector<HTMLElement>('[data-months]')?.dataset.months?.split(' ') ?? [];
  const places = [...document.querySelectorAll<HTMLElement>('[data-file]')];
  for (const file of new Set(places.map(({ dataset }) => dataset.file ?? '')))
    void fetch(file, { method: 'HEAD' }).then(
      ({ ok, headers }) => {
        const published = new Date(headers.get('last-modified') ?? '');
        const month = months[published.getUTCMonth()];
        if (!ok || !month) return;
        const text = `Published ${month} ${String(published.getUTCDate())}, ${String(published.getUTCFullYear())}`;
        for (const place of places) if (place.dataset.file === file) place.textContent = text;
      },
      () => undefined,
    );
}
