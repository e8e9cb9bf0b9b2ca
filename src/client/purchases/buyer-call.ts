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
 * Makes a call in the buyer's session, whose cookie the browser sends by itself. If the session is over, shows the form with
 * the server's text and returns null.
 */
export async function callAsBuyer<Name extends CallName>(
  name: Name,
  ...callArguments: CallArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>> | null> {
  const answer = await callApi(name, ...callArguments);
  if (problemCode(answer.data) !== 'portal-session-required') return answer;
  forgetNote();
  turnToForm(errorMessage(answer));
  return null;
}
