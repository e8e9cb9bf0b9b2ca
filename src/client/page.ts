import { correctYear } from './page/copyright-year.ts';
import { fadeBeforeLeaving } from './page/leave.ts';
import { wakeIslands } from './page/islands.ts';
import { handleLogOut } from './page/log-out.ts';
import { closeMenuBehindFocus } from './page/menu.ts';
import { measure } from './page/measure.ts';
import { prefetchPressedLinks } from './page/prefetch.ts';
import { whenShown } from './page/when-shown.ts';

/**
 * The script of every page. It stays one small file because its parts, in page/, import nothing from
 * elsewhere and are imported by nothing else: what the bundler found shared would become a second file.
 * Settings therefore come as data attributes, which PageScripts.astro writes.
 */
const {
  islands = '',
  analyticsId,
  analyticsUrl = '',
} = document.getElementById('page-settings')?.dataset ?? {};

wakeIslands(islands);
fadeBeforeLeaving();
prefetchPressedLinks();
closeMenuBehindFocus();
handleLogOut();
correctYear();
if (analyticsId)
  whenShown(() => {
    measure({ id: analyticsId, scriptUrl: analyticsUrl });
  });
