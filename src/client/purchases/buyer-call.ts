import {
  type AnswerOf,
  type ApiAnswer,
  callApi,
  type CallArguments,
  type CallName,
  errorMessage,
  problemCode,
} from '../api.ts';
import { forgetNote } from './session-note.ts';
import { turnToForm } from './views.ts';

/**
 * Makes a call in the buyer's session. The browser sends its cookie by itself. Returns null after a failure: if the session is
 * over, the form is shown with the server's text. Any other text is passed to `onFailed`.
 */
export async function callAsBuyer<Name extends CallName>(
  onFailed: (text: string) => void,
  name: Name,
  ...callArguments: CallArguments<Name>
): Promise<(ApiAnswer<AnswerOf<Name>> & { readonly ok: true }) | null> {
  const answer = await callApi(name, ...callArguments);
  if (answer.ok) return answer;
  if (problemCode(answer.data) === 'portal-session-required') {
    forgetNote();
    turnToForm(errorMessage(answer));
  } else onFailed(errorMessage(answer));
  return null;
}
