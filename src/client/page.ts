import { runErrand } from './page/errand.ts';
import { closeMenuOnOutsidePress, handleLogOut } from './page/header.ts';
import { hydrateIslands } from './page/islands.ts';
import { fadeBeforeLeaving, prefetchPressedLinks } from './page/links.ts';
import { keepFormsWhileOffline } from './page/offline.ts';

/*
 * The script of every page. It shares no module with other scripts, because the bundler would put a shared module into a
 * second file.
 */
hydrateIslands();
keepFormsWhileOffline();
handleLogOut();
for (const setUp of [fadeBeforeLeaving, prefetchPressedLinks, closeMenuOnOutsidePress, correctYear])
  runErrand(setUp);

// A hidden tab has no animation frame before it is shown. A page from the back/forward cache is a new view.
requestAnimationFrame(countView);
addEventListener('pageshow', (event) => {
  if (event.persisted) countView();
});

/**
 * Counts a view of this page for the owner's figures. Sends nothing if the browser asks not to be tracked. The layout writes the
 * address, so that nothing from the address bar is sent. Private pages have none.
 */
function countView(): void {
  const { count } = document.body.dataset;
  runErrand(() => {
    const browser = navigator;
    if (count && !browser.globalPrivacyControl && browser.doNotTrack !== '1') browser.sendBeacon(count);
  });
}

/** Corrects the year in the footer after New Year. The page has the year of the build. */
function correctYear(): void {
  const place = document.querySelector('[data-year]');
  const year = new Date().getUTCFullYear();
  if (place && year > Number(place.textContent)) place.textContent = String(year);
}
