import { type ApiAnswer, errorMessage, fieldMessages } from '../../client/api.ts';
import { type ConfirmQuestion, useAsk } from './ask.ts';
import { focusUnmoved } from './focus.ts';
import type { Notice, ScreenActions } from './notices.tsx';

interface Action<Data> {
  /** Asked before the call. */
  readonly question?: ConfirmQuestion;
  readonly call: () => Promise<ApiAnswer<Data>>;
  /** The notice of a success, or its text. */
  readonly done: (data: Data) => Notice | string;
}

/**
 * Returns a function that makes the call of a button, shows the result, and loads the records again. The notice takes the focus unless
 * the user has moved it, because the button may disappear.
 */
export function useAction({ notify, reload }: ScreenActions) {
  const ask = useAsk();
  return async <Data>({ question, call, done }: Action<Data>): Promise<void> => {
    if (question && !(await ask(question))) return;
    // A menu has closed by now, and its button has the focus.
    const pressed = document.activeElement;
    notify(null);
    const answer = await call();
    const result = answer.ok ? done(answer.data) : errorNotice(answer);
    const notice: Notice = typeof result === 'string' ? { kind: 'success', text: result } : result;
    notify({ ...notice, shouldFocus: focusUnmoved(pressed) });
    await reload();
  };
}

function errorNotice(answer: ApiAnswer): Notice {
  return { kind: 'error', text: errorMessage(answer), detail: fieldMessages(answer) };
}
