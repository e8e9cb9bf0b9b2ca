import { useEffect, useRef, useState } from 'react';
import { sessionMessages as texts } from '../../../shared/messages/own-account.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { useApi } from '../../data/use-api.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { EndSessionsForm } from './EndSessionsForm.tsx';
import { Section } from '../../ui/Section.tsx';

type Session = AnswerOf<'GET /api/account/sessions'>['sessions'][number];

/** Shows where the account is signed in, and signs out everywhere else. */
export function SessionsSection({ email }: { readonly email: string | null }) {
  const loaded = useApi('GET /api/account/sessions');
  const { data, failure, reload } = loaded;
  return (
    <Section id="sessions" tab={texts.tab} heading={texts.heading}>
      <p className="soft">{texts.intro}</p>
      <LoadState loaded={loaded} waiting={texts.loading} failureText={texts.failed} />
      {failure === null && data && <Sessions sessions={data.sessions} />}
      {email !== null && data && <EndOthers email={email} onEnded={reload} />}
    </Section>
  );
}

/** The number of sessions that are listed at first. */
const shownSessions = 5;

function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The caller's session is listed even if it is an old one.
  const newest = sessions.filter(({ is_current: isCurrent }, index) => isCurrent || index < shownSessions);
  const isShort = !showsAll && newest.length < sessions.length;
  return (
    <>
      <ul className="sessions" ref={list} tabIndex={-1}>
        {(isShort ? newest : sessions).map(({ browser, signed_in_at: at, is_current: isCurrent }) => (
          <li key={at}>
            <span className="session-name">{browser}</span>
            {isCurrent && <span className="session-current">{texts.current}</span>}
            <span className="soft small">
              {texts.signedIn} <time dateTime={at}>{localMoment(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {isShort && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            setShowsAll(true);
            // The button disappears.
            list.current?.focus();
          }}
        >
          {texts.showAll(sessions.length)}
        </button>
      )}
      {sessions.length === 1 && <p className="soft small">{texts.only}</p>}
    </>
  );
}

/** Formats a time in the reader's time zone. */
function localMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

interface EndOthersProps {
  readonly email: string;
  readonly onEnded: () => Promise<unknown>;
}

/** A button that opens the form for the password, and the result of the form. */
function EndOthers({ email, onEnded }: EndOthersProps) {
  const [isOpen, setOpen] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const show = (open: boolean, result: Notice | null) => {
    setOpen(open);
    setNotice(result);
  };
  return (
    <>
      <FormNotice notice={notice} />
      {isOpen ? (
        <EndSessionsForm
          email={email}
          onCancel={() => {
            show(false, null);
          }}
          onEnded={() => {
            show(false, { kind: 'success', text: texts.ended });
            void onEnded();
          }}
        />
      ) : (
        <div className="form-actions">
          <button
            ref={button}
            type="button"
            className="button"
            onClick={() => {
              show(true, null);
            }}
          >
            {texts.end}
          </button>
        </div>
      )}
    </>
  );
}
