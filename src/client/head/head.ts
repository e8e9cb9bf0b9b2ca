/**
 * The script in the head of every page. It contains what cannot wait for the page's own script (../page.ts), which comes
 * after the first paint.
 */
import { awaitFirstPaint } from './first-paint.ts';
import { loadDeferred } from './load-deferred.ts';
import { rememberClick } from './remember-click.ts';
import { showSession } from './show-session.ts';

showSession();
window.referral = rememberClick();
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
