import { callApi, errorMessage } from '../api.ts';
import { callAsBuyer } from './buyer-call.ts';
import { createCard } from './purchase-card.ts';
import { forgetNote } from './session-note.ts';
import { part, setNotice, turnTo, turnToForm } from './views.ts';

/** Loads the purchases of the session's address and shows them with `show`. */
export async function loadPurchases(show = turnTo): Promise<void> {
  const showFailure = (text: string) => {
    show('failed');
    setNotice(part('load-notice'), 'error', text);
  };
  const answer = await callAsBuyer(showFailure, 'GET /api/portal/purchases');
  if (!answer) return;
  const { email, purchases } = answer.data;
  part('address').textContent = email;
  part('purchases').replaceChildren(...purchases.map(createCard));
  part('empty').hidden = purchases.length > 0;
  for (const name of ['list-notice', 'data-notice']) setNotice(part(name), 'info', '');
  show('list');
}

/** Ends the session and leads back to the form. */
export async function signOut(text: string): Promise<void> {
  const answer = await callApi('POST /api/portal/sign-out');
  if (!answer.ok) {
    setNotice(part('list-notice'), 'error', errorMessage(answer));
    return;
  }
  forgetNote();
  turnToForm(text, 'success');
}
