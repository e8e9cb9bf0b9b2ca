import { useRef } from 'react';
import { authFetch } from '../../../../client/accounts/auth-fetch.ts';
import {
  type AnswerOf,
  type ApiAnswer,
  type CallInput,
  errorMessage,
  fieldMessages,
} from '../../../../client/api.ts';
import { payoutMessages as texts } from '../../../../shared/messages/payouts.ts';
import { count } from '../../../../shared/text.ts';
import { type ConfirmQuestion, useAsk } from '../../../ui/ask.ts';
import { focusUnmoved } from '../../../ui/focus.ts';
import type { Notice } from '../../../ui/notices.tsx';
import { namedWarnings, type PayoutRecord, payoutSum, sumOf } from './payout-run.ts';

/** The last part of the call's path. `reject` returns payouts to the balance. */
type PayoutAction = 'approve' | 'reject' | 'paid';

type ActionBody = CallInput<`POST /api/payouts/${PayoutAction}`>['body'];

/** The ids of the payouts that an action has changed, not changed, or not found. */
type ActionResult = AnswerOf<`POST /api/payouts/${PayoutAction}`>;

export interface PayoutActions {
  /** Runs an action after a question. Resolves with null if it was not confirmed, or if another action is running. */
  readonly run: (
    action: PayoutAction,
    question: ConfirmQuestion,
    body: ActionBody,
  ) => Promise<ApiAnswer<ActionResult> | null>;
}

interface Options {
  readonly notify: (notice: Notice | null) => void;
  /** Returns a payout's name. An unknown payout of a list has its reference and id. */
  readonly describePayout: (id: string) => string;
  /** Called with the ids of all sent payouts, or with none after a failure. */
  readonly onDone: (ids: readonly string[]) => void;
}

/** Returns the question before payouts are approved. It names their warnings. */
export function approveQuestion(payouts: readonly PayoutRecord[]): ConfirmQuestion {
  const warnings = namedWarnings(payouts);
  return {
    text: texts.confirmApprove(payoutSum(sumOf(payouts))),
    detail: [warnings && texts.lookCloserAt(warnings), texts.approvePaysNothing].filter(Boolean).join(' '),
    action: `${texts.approve} ${count(payouts.length, 'payout')}`,
  };
}

/** Approves payouts, returns them to the balance, or marks them as paid, one call at a time. The screen's notice shows the result. */
export function usePayoutActions({ notify, describePayout, onDone }: Options): PayoutActions {
  const isRunning = useRef(false);
  const ask = useAsk();

  const runConfirmed: PayoutActions['run'] = async (action, question, body) => {
    notify(null);
    if (!(await ask(question))) return null;
    const pressed = document.activeElement;
    const answer = await authFetch(`POST /api/payouts/${action}`, { body });
    if (!answer.ok) {
      notify({ kind: 'error', text: errorMessage(answer), detail: fieldMessages(answer) });
      // The action may have run, and its answer may be lost.
      onDone([]);
      return answer;
    }
    const { changed, unchanged, missing } = answer.data;
    notify({ ...resultNotice(action, answer.data, describePayout), shouldFocus: focusUnmoved(pressed) });
    onDone([...changed, ...unchanged, ...missing]);
    return answer;
  };

  return {
    run: async (action, question, body) => {
      if (isRunning.current) return null;
      isRunning.current = true;
      try {
        return await runConfirmed(action, question, body);
      } finally {
        isRunning.current = false;
      }
    },
  };
}

function resultNotice(
  action: PayoutAction,
  { changed, unchanged, missing }: ActionResult,
  describePayout: Options['describePayout'],
): Notice {
  const unchangedText = action === 'reject' ? texts.changedMeanwhile : texts.unchanged;
  const details = [
    unchanged.length > 0 && unchangedText(unchanged.map(describePayout).join(', ')),
    missing.length > 0 && texts.unknown(missing.map(describePayout).join(', ')),
  ].filter((text) => text !== false);
  return {
    kind: changed.length > 0 ? 'success' : 'error',
    text: `${count(changed.length, 'payout')} ${texts.done[action]}`,
    detail: details.join(' ') || undefined,
  };
}
