import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import type { LetterAudience } from '../../../shared/schemas/newsletter.ts';
import { May } from '../../data/role.tsx';
import { BusyButton, RowButton } from '../../ui/buttons.tsx';
import type { ScreenCallbacks } from '../../ui/notices.tsx';
import { useAction } from '../../ui/use-action.ts';

/** A letter and its progress. */
export type Letter = AnswerOf<'GET /api/letters'>['letters'][number];

export interface LetterProps extends ScreenCallbacks {
  /** The number of people of each audience, once it is loaded. */
  readonly people: Readonly<Record<LetterAudience, number>> | undefined;
}

interface Props extends LetterProps {
  readonly letter: Letter;
  readonly onPreview: () => void;
}

/** A letter that is not sent yet, or is being sent: its state, its progress and its actions. */
export function LetterLine({ letter, onPreview, people, notify, reload }: Props) {
  const { slug, audience, subject, preview, state } = letter;
  const waiting = people?.[audience];
  const params = { slug };
  const act = useAction({ notify, reload });
  const sendTest = () =>
    act({
      call: () => authFetch('POST /api/letters/:slug/test', { params }),
      noticeOf: ({ email }) => texts.testSent(email),
    });
  const send = (recipients: number) =>
    act({
      question: {
        text: texts.confirmSend(subject, audience, recipients),
        detail: texts.sendsOnce,
        action: texts.sendTo(audience, recipients),
      },
      call: () => authFetch('POST /api/letters/:slug/send', { params, body: { recipients } }),
      noticeOf: () => texts.queued(audience, recipients),
    });
  const change = (action: 'pause' | 'resume', text: string) =>
    act({ call: () => authFetch(`POST /api/letters/:slug/${action}`, { params }), noticeOf: () => text });

  return (
    <li className="letter-line">
      <div>
        <h3>{subject}</h3>
        <p className="soft">{preview}</p>
        <p className="soft small">{texts.to[audience]}</p>
        <State letter={letter} />
        {state === 'not-sent' && waiting === 0 && <p className="soft small">{texts.nobody[audience]}</p>}
      </div>
      <div className="form-actions">
        <RowButton label={texts.preview} name={subject} onPress={onPreview} />
        <May role="admin">
          {state === 'not-sent' && (
            <BusyButton label={texts.sendTest} busyLabel={texts.sendingTest} onPress={sendTest} />
          )}
          {state === 'not-sent' && waiting !== undefined && waiting > 0 && (
            <BusyButton
              label={texts.sendTo(audience, waiting)}
              busyLabel={texts.sending}
              onPress={() => send(waiting)}
            />
          )}
          {state === 'sending' && (
            <BusyButton
              label={texts.pause}
              busyLabel={texts.pausing}
              onPress={() => change('pause', texts.paused)}
            />
          )}
          {state === 'paused' && (
            <BusyButton
              label={texts.resume}
              busyLabel={texts.resuming}
              onPress={() => change('resume', texts.resumed)}
            />
          )}
        </May>
      </div>
    </li>
  );
}

function State({ letter: { subject, state, sent, recipients, failed, cancelled } }: Pick<Props, 'letter'>) {
  const numbers = [
    ...(state === 'not-sent' ? [] : [texts.progress(sent, recipients)]),
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(cancelled > 0 ? [texts.cancelled(cancelled)] : []),
  ];
  return (
    <>
      <p className="letter-state">
        <strong>{texts.states[state]}</strong>
        {numbers.length > 0 && <span>{`: ${numbers.join(', ')}`}</span>}
      </p>
      {state !== 'not-sent' && (
        <progress aria-label={subject} value={sent + failed + cancelled} max={recipients} />
      )}
    </>
  );
}
