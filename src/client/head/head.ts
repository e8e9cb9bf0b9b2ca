/**
 * The script in the head of every page. It contains the work that cannot wait for the page's own script (../page.ts),
 * which comes after the first paint.
 */
import { sessionKey } from '../session.ts';
import { runErrand } from '../side-errand.ts';
import { awaitFirstPaint, loadDeferred } from './first-paint.ts';
import { rememberClick } from './remember-click.ts';

// Runs before the first paint, when another tab signs in or out, and when the visitor comes back to the page.
showSession();
addEventListener('storage', showSession);
addEventListener('pageshow', showSession);

handleSkippedFades();
window.referral = rememberClick().catch(() => undefined);
// The last press before the page's script runs may be meant for an island.
addEventListener(
  'click',
  (event) => {
    window.lastPress = event;
  },
  true,
);
window.firstPaint = new Promise(awaitFirstPaint);
void window.firstPaint.then(loadDeferred);

/** Shows the stored session as <html data-session>, which the header's CSS uses. */
function showSession(): void {
  const { dataset } = document.documentElement;
  const session = runErrand(() => localStorage.getItem(sessionKey));
  if (session === 'in' || session === 'admin') dataset.session = session;
  else delete dataset.session;
}

/**
 * Handles the errors of the fade between two pages (`@view-transition` in base.css). The browser skips a fade when the tab is
 * hidden, when the visitor moves on, or when the next page comes late. It then rejects a promise of the fade, which would be an
 * unhandled error of the page.
 */
function handleSkippedFades(): void {
  for (const moment of ['pageswap', 'pagereveal'] as const)
    addEventListener(moment, ({ viewTransition }) => {
      viewTransition?.ready.catch(() => undefined);
      viewTransition?.finished.catch(() => undefined);
    });
}
