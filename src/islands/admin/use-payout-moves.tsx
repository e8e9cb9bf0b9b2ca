import { type ReactNode, useRef, useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, errorMessage, fieldMessages, type Sent } from '../../client/api.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { count } from '../../shared/messages/admin.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { type Question, useConfirm } from '../ui/ConfirmDialog.tsx';
import { focusUnmoved } from '../ui/focus.ts';

export type PayoutMove = 'approve' | 'reject' | 'paid';

/** The body of a move. */
type MoveBody = Sent<`POST /api/payouts/${PayoutMove}`>['body'];

/** What became of each payout that was sent: its id. */
type Moved = AnswerOf<`POST /api/payouts/${PayoutMove}`>;

export interface PayoutMoves {
  /** Which is under way. */
  readonly busy: PayoutMove | null;
  /** Asks the question, then does it; null where it was not done, because of a no or of another under way. */
  readonly move: (move: PayoutMove, question: Question, body: MoveBody) => Promise<ApiAnswer<Moved> | null>;
  /** Asks a question that leads to no move. */
  readonly ask: (question: Question) => Promise<boolean>;
  readonly dialog: ReactNode;
}

interface Screen {
  readonly notify: (notice: Notice | null) => void;
  /** A payout in the words of the screen; reference and id, as a list may have either, for one that it does not know. */
  readonly nameOf: (id: string) => string;
  /** Given the ids of all that were sent, whatever became of them; none where that is not known. */
  readonly onMoved: (ids: readonly string[]) => void;
}

const saidOf = (
  move: PayoutMove,
  { changed, unchanged, missing }: Moved,
  nameOf: Screen['nameOf'],
): Omit<Notice, 'shouldFocus'> => {
  const left = move === 'reject' ? texts.leftAsExported : texts.leftAsTheyWere;
  const rest = [
    unchanged.length > 0 && left(unchanged.map(nameOf).join(', ')),
    missing.length > 0 && texts.unknown(missing.map(nameOf).join(', ')),
  ].filter((text) => text !== false);
  return {
    kind: changed.length > 0 ? 'success' : 'error',
    text: `${count(changed.length, 'payout')} ${texts.moved[move]}`,
    detail: rest.join(' ') || undefined,
  };
};

/** Moves payouts on, after a question, one call at a time; what that came to is said in the screen's own box. */
export const usePayoutMoves = ({ notify, nameOf, onMoved }: Screen): PayoutMoves => {
  const working = useRef(false);
  const [busy, setBusy] = useState<PayoutMove | null>(null);
  const { dialog, ask } = useConfirm();

  const run = async (
    move: PayoutMove,
    question: Question,
    body: MoveBody,
  ): Promise<ApiAnswer<Moved> | null> => {
    notify(null);
    if (!(await ask(question))) return null;
    const pressed = document.activeElement;
    setBusy(move);
    const answer = await authFetch(`POST /api/payouts/${move}`, { body });
    setBusy(null);
    if (!answer.ok) {
      notify({ kind: 'error', text: errorMessage(answer), detail: fieldMessages(answer) });
      // The answer may have been lost on its way back.
      onMoved([]);
      return answer;
    }
    const moved = answer.data;
    notify({ ...saidOf(move, moved, nameOf), shouldFocus: focusUnmoved(pressed) });
    onMoved([...moved.changed, ...moved.unchanged, ...moved.missing]);
    return answer;
  };

  return {
    busy,
    dialog,
    ask,
    move: async (move, question, body) => {
      if (working.current) return null;
      working.current = true;
      try {
        return await run(move, question, body);
      } finally {
        working.current = false;
      }
    },
  };
};
