/**
 * Inline script of /purchases, which runs before the first paint. Hides the token of a mailed link, and shows the first view.
 * The script of the page (page.ts) comes after the first paint.
 */
import { hideToken, readToken } from './link-token.ts';
import { mayHaveSession } from './session-note.ts';
import { damagedLinkText, part, setNotice, showView } from './views.ts';

if (hideToken() === 'damaged') {
  showView('ask');
  setNotice(part('ask-notice'), 'error', damagedLinkText());
} else showView(readToken() !== null ? 'link' : mayHaveSession() ? 'loading' : 'ask');
// Without the script of the page, the browser would put the typed address into the address bar.
part('form').addEventListener('submit', (event) => {
  event.preventDefault();
});
