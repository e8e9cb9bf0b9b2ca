import { runErrand } from './side-errand.ts';

/**
 * Opens the device's share menu for a press on a link with `data-share`, the title, and `data-address`, the address. Without
 * such a menu, or if it fails, the link writes an email.
 */
export function shareLinks(): void {
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
