import type { fromParameter } from '../shared/counted-events.ts';
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
 * address. From the address bar only the code of an owner's link is sent. Private pages have no address.
 */
function countView(): void {
  const { count } = document.body.dataset;
  runErrand(() => {
    const browser = navigator;
    if (count && !browser.globalPrivacyControl && browser.doNotTrack !== '1')
      browser.sendBeacon(count + (runErrand(rememberLink) ?? ''));
  });
}

// This script shares no module with the islands. The type keeps the names equal.
const linkName: typeof fromParameter = 'from';

/**
 * Keeps the code of an owner's link until this tab is closed, and returns its part of the counter's address. Empty without a
 * link. Throws if the browser refuses to store it. src/client/count.ts reads the same note.
 */
function rememberLink(): string {
  const code = /[?&]from=([a-z0-9]{1,16})\b/.exec(location.search)?.[1] ?? sessionStorage.getItem(linkName);
  if (!code) return '';
  sessionStorage.setItem(linkName, code);
  return `&${linkName}=${code}`;
}

/** Corrects the year in the footer after New Year. The page has the year of the build. */
function correctYear(): void {
  const place = document.querySelector('[data-year]');
  const year = new Date().getUTCFullYear();
  if (place && year > Number(place.textContent)) place.textContent = String(year);
}
