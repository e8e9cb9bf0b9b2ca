import { problemText } from '../../shared/problem-texts/common.ts';
import { type AnswerOf, type ApiAnswer, callApi, errorMessage } from '../api.ts';
import { readToken, removeToken } from './link-token.ts';
import { loadPurchases } from './list.ts';
import { noteSession } from './session-note.ts';
import { part, setNotice, turnToForm } from './views.ts';

/** Uses the mailed link, and shows the purchases. A link that does not work leads to the form. */
export async function openByLink(): Promise<void> {
  const answer = await callApi('POST /api/portal/open', { body: { token: readToken() ?? '' } });
  // After a lost connection or an overload the same link may still work.
  if (!answer.ok && (answer.status === 0 || answer.status === 429 || answer.status >= 500)) {
    setNotice(part('link-notice'), 'error', errorMessage(answer));
    return;
  }
  removeToken();
  await show(answer);
}

/** Uses the account of the signed-in visitor, and shows the purchases. Only then loads Firebase. */
export async function openByAccount(): Promise<void> {
  setNotice(part('ask-notice'), 'error', '');
  try {
    const { authFetch } = await import('../accounts/auth-fetch.ts');
    await show(await authFetch('POST /api/portal/account'));
  } catch (error) {
    console.warn('account', error);
    turnToForm(problemText('part-missing'));
  }
}

async function show(answer: ApiAnswer<AnswerOf<'POST /api/portal/open'>>): Promise<void> {
  if (!answer.ok) {
    turnToForm(errorMessage(answer));
    return;
  }
  noteSession();
  await loadPurchases();
}
