import { closeMenuOnOutsidePress, handleLogOut } from './page/header.ts';
import { hydrateIslands } from './page/islands.ts';
import { fadeBeforeLeaving, prefetchPressedLinks } from './page/links.ts';

/*
 * The script of every page. It shares no module with other scripts, because the bundler would put a shared module into a
 * second file.
 */
hydrateIslands();
fadeBeforeLeaving();
prefetchPressedLinks();
closeMenuOnOutsidePress();
handleLogOut();
correctYear();

/** Corrects the year in the footer after New Year. The page has the year of the build. */
function correctYear(): void {
  const place = document.querySelector('[data-year]');
  const year = new Date().getUTCFullYear();
  if (place && year > Number(place.textContent)) place.textContent = String(year);
}
