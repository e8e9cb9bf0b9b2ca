/** Inline script of /download. It shares no module with another page, because a shared module would be another request. */
import { setUpCopyButton } from './copy-button.ts';
import { countEvent } from './count.ts';
import { showPublishedDates } from './published-dates.ts';
import { shareLinks } from './share-link.ts';

const copyOrder = document.querySelector<HTMLElement>('[data-copy-order]');
const order = document.querySelector<HTMLElement>('[data-order]');
if (copyOrder && order) setUpCopyButton(copyOrder, order);
shareLinks();
document.addEventListener('click', countDownload);
void window.firstPaint.then(showPublishedDates);

/** Counts a press on an installer's link by the name of the file. */
function countDownload({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null;
  const file = link?.pathname.split('/').pop();
  if (file) countEvent('download', file);
}
