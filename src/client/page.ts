import { correctYear } from './page/copyright-year.ts';
import { fadeBeforeLeaving } from './page/leave.ts';
import { hydrateIslands } from './page/islands.ts';
import { handleLogOut } from './page/log-out.ts';
import { closeMenuFromOutside } from './page/menu.ts';
import { prefetchPressedLinks } from './page/prefetch.ts';

/**
 * The script of every page. It stays one small file because its parts, in page/, import nothing from
 * elsewhere and are imported by nothing else: what the bundler found shared would become a second file.
 */
hydrateIslands();
fadeBeforeLeaving();
prefetchPressedLinks();
closeMenuFromOutside();
handleLogOut();
correctYear();
