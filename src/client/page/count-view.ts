import { runErrand } from './errand.ts';

/**
 * Counts a view of this page for the owner's figures. Sends nothing if the browser asks not to be tracked. The layout writes the
 * address, so that nothing from the address bar is sent. Private pages have none.
 */
export function countView(): void {
  const { count } = document.body.dataset;
  runErrand(() => {
    const browser = navigator;
    if (count && !browser.globalPrivacyControl && browser.doNotTrack !== '1') browser.sendBeacon(count);
  });
}
