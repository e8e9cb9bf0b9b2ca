import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { onPress } from './busy.ts';
import { ignoreSecondClicks } from './confirm.ts';
import { setUpLinkForm } from './link-form.ts';
import { hideToken } from './link-token.ts';
import { loadPurchases, signOut } from './list.ts';
import { setUpMyData } from './my-data.ts';
import { openByAccount, openByLink } from './open-session.ts';
import { mayHaveSession, noteKey } from './session-note.ts';
import { damagedLinkText, part, showView, turnTo, turnToForm } from './views.ts';

/* The script of /purchases, which loads after the first paint. first-view.ts has shown the first view. */

setUpLinkForm();
setUpMyData();
ignoreSecondClicks();
onPress(part('open'), openByLink);
onPress(part('use-account'), openByAccount);
onPress(part('retry'), () => loadPurchases());
onPress(part('sign-out'), () => signOut(texts.signedOut));
onPress(part('other-purchases'), () => signOut(''));
followOtherTabs();
keepReceiptsInSession();
addEventListener('hashchange', showLink);
// Before this script ran, a second link may have been opened in this tab.
if (location.hash) showLink();
repeatEarlyPress();

/** Resolves when the first view is complete. The focus stays where it is. */
export const shown = isVisible('loading') ? loadPurchases(showView) : Promise.resolve();

/** Shows the view of a link that was opened in this tab while the page was open. Such a link only changes the fragment. */
function showLink(): void {
  const link = hideToken();
  if (link === 'complete') turnTo('link');
  else if (link === 'damaged') turnToForm(damagedLinkText());
}

/** Shows the form when another tab ends the session. Reloads a page that the browser restores from its back/forward cache. */
function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === noteKey && newValue === null && isVisible('list')) turnToForm();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Shows the form instead of a receipt when the session is over, because the receipt would be an error without a page. */
function keepReceiptsInSession(): void {
  part('purchases').addEventListener('click', (event) => {
    const isReceipt = event.target instanceof Element && event.target.closest('[data-part=receipt]') !== null;
    if (!isReceipt || mayHaveSession()) return;
    event.preventDefault();
    void loadPurchases();
  });
}

/** Repeats a press on a button from before this script ran. The page keeps the last press. */
function repeatEarlyPress(): void {
  const target = window.lastPress?.target;
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-view] button') : null;
  button?.click();
}

function isVisible(view: 'loading' | 'list'): boolean {
  return document.querySelector<HTMLElement>(`[data-view=${view}]`)?.hidden === false;
}
