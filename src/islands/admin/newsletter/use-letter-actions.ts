import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, errorMessage, fieldMessages } from '../../../client/api.ts';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import type { ConfirmQuestion } from '../../ui/ConfirmDialog.tsx';
import type { Notice } from '../../ui/notices.tsx';

/** A letter and its progress. */
export type Letter = AnswerOf<'GET /api/letters'>['letters'][number];

type LetterAction = 'test' | 'send' | 'pause' | 'resume';

export interface LetterActionProps {
  /** The number of confirmed addresses, once it is loaded. */
  readonly confirmed: number | undefined;
  readonly notify: (notice: Notice | null) => void;
  readonly ask: (question: ConfirmQuestion) => Promise<boolean>;
  /** Loads the letters and the counts again. */
  readonly reload: () => Promise<void>;
}

/** The actions on a letter. `busy` is the running action. */
export function useLetterActions(
  { slug, subject }: Pick<Letter, 'slug' | 'subject'>,
  { confirmed = 0, notify, ask, reload }: LetterActionProps,
) {
  const [busy, setBusy] = useState<LetterAction | null>(null);

  const run = async <Data>(
    action: LetterAction,
    call: () => Promise<ApiAnswer<Data>>,
    successText: (data: Data) => string,
  ) => {
    notify(null);
    setBusy(action);
    const answer = await call();
    notify(
      answer.ok
        ? { kind: 'success', text: successText(answer.data) }
        : { kind: 'error', text: errorMessage(answer), detail: fieldMessages(answer) },
    );
    if (action !== 'test') await reload();
    setBusy(null);
  };

  const params = { slug };
  return {
    busy,
    sendTest: () =>
      run(
        'test',
        () => authFetch('POST /api/letters/:slug/test', { params }),
        ({ email }) => texts.testSent(email),
      ),
    send: async () => {
      const question = {
        text: texts.confirmSend(subject, confirmed),
        detail: texts.sendsOnce,
        action: texts.sendTo(confirmed),
      } as const;
      if (!(await ask(question))) return;
      const body = { recipients: confirmed };
      await run(
        'send',
        () => authFetch('POST /api/letters/:slug/send', { params, body }),
        () => texts.queued(confirmed),
      );
    },
    pause: () =>
      run(
        'pause',
        () => authFetch('POST /api/letters/:slug/pause', { params }),
        () => texts.paused,
      ),
    resume: () =>
      run(
        'resume',
        () => authFetch('POST /api/letters/:slug/resume', { params }),
        () => texts.resumed,
      ),
  };
}
