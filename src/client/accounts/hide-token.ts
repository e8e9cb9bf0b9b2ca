/**
 * Moves a query with a reset token from the address bar into the history's state, before the page requests anything:
 * browsers send the address along when a page's own style asks for a font, whatever the referrer policy says.
 */
import { resetStateKey, tokenParameters } from './reset-query.ts';

const query = new URLSearchParams(location.search);
if (tokenParameters.some((name) => query.get(name)))
  history.replaceState({ [resetStateKey]: location.search }, '', location.pathname);
