import { countEvent } from './count.ts';

/*
 * Inline script of /download. Counts a press on an installer's link by the name of the file. It is inline, because a module that
 * it shared with the checkout would be another request.
 */
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null;
  const file = link?.pathname.split('/').pop();
  if (file) countEvent('download', file);
});
