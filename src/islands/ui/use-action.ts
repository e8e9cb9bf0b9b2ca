import { type ApiAnswer, errorMessage, fieldMessages } from '../../client/api.ts';
import { type ConfirmQuestion, useAsk } from './ask.ts';
import { focusUnmoved } from './focus.ts';
import type { Notice, ScreenCallbacks } from './notices.tsx';

interface Action<Data> {
  /** Asked before the call. */
  readonly question?: ConfirmQuestion;
  readonly call: () => Promise<ApiAnswer<Data>>;
  /** Returns the notice for a 2xx answer. A text is a notice of success. */
  readonly noticeOf: (data: Data) => Notice | string;
}

/**
 * Returns a function that makes the call of a button, shows the result, and loads the records again. The focus moves to the notice,
 * because the button may disappear, unless the user has moved the focus since.
 */
export function useAction({ notify, reload }: ScreenCallbacks) {
  const ask = useAsk();
  return async <Data>({ question, call, noticeOf }: Action<Data>): Promise<void> => {
    if (question && !(await ask(question))) return;
    // A menu has closed by now, and its button has the focus.
    const pressed = document.activeElement;
    notify(null);
    const answer = await call();
    const result = answer.ok ? noticeOf(answer.data) : errorNotice(answer);
    const notice: Notice = typeof result === 'string' ? { kind: 'success', text: result } : result;
    notify({ ...notice, shouldFocus: focusUnmoved(pressed) });
    await reload();
  };
}

function errorNotice(answer: ApiAnswer): Notice {
  return { kind: 'error', text: errorMessage(answer), detail: fieldMessages(answer) };
}
