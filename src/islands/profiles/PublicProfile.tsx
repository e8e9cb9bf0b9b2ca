import { useCallback, useEffect, useRef, useState } from 'react';
import { publicProfileMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { site } from '../../shared/site.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Waiting } from '../ui/loading.tsx';
import { nameOf, PublicCard } from './PublicCard.tsx';
import { findPublicProfile, type Found, userIdOf } from './public-profile.ts';

type State = Found | { readonly kind: 'loading' };

const titleOf = (state: State): string => {
  if (state.kind === 'found') return nameOf(state.profile);
  if (state.kind === 'missing') return texts.notFoundTitle;
  if (state.kind === 'empty') return texts.noDataTitle;
  return 'Profile';
};

const Failed = ({ detail, busy, onRetry }: { detail: string; busy: boolean; onRetry: () => void }) => (
  <>
    <div className="notice" role="alert" data-kind="error">
      <div>
        <p>{profileProblemText('profile-load-failed')}</p>
        <p>{detail}</p>
      </div>
    </div>
    <div className="form-actions">
      <BusyButton
        look="primary"
        label={texts.retry}
        busyLabel={texts.retrying}
        busy={busy}
        onPress={onRetry}
      />
    </div>
  </>
);

/** Where there is nobody to show: why, and a way on. */
const Nobody = ({ text, note }: { readonly text: string; readonly note: string }) => (
  <>
    <p className="lede" role="status">
      {text}
    </p>
    <p className="soft">{note}</p>
    <div className="buttons">
      <a className="button" href="/">
        {texts.home}
      </a>
    </div>
  </>
);

const Screen = () => {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [busy, setBusy] = useState(false);
  const view = useRef<HTMLDivElement>(null);
  const retried = useRef(false);

  const load = useCallback(async () => {
    const userId = userIdOf(location.pathname);
    setState(userId === null ? { kind: 'missing' } : await findPublicProfile(userId));
    setBusy(false);
  }, []);
  useEffect(() => {
    void load();
  }, [load]);

  useEffect(() => {
    if (state.kind !== 'loading') document.title = `${titleOf(state)} | ${site.product}`;
    // The button that had the focus is gone.
    if (retried.current && state.kind !== 'failed') view.current?.querySelector('h1')?.focus();
  }, [state]);

  const retry = () => {
    retried.current = true;
    setBusy(true);
    void load();
  };

  return (
    <div ref={view} className="profile-view">
      {state.kind === 'found' ? (
        <PublicCard profile={state.profile} />
      ) : (
        <h1 tabIndex={-1}>{titleOf(state)}</h1>
      )}
      {state.kind === 'loading' && <Waiting text={texts.loading} />}
      {state.kind === 'missing' && (
        <Nobody text={problemText('profile-not-found')} note={texts.notFoundNote} />
      )}
      {state.kind === 'empty' && <Nobody text={texts.noData} note={texts.noDataNote} />}
      {state.kind === 'failed' && <Failed detail={state.detail} busy={busy} onRetry={retry} />}
    </div>
  );
};

/** The public profile of /profile/<userId>, as everybody sees it. */
export const PublicProfile = () => (
  <ErrorBoundary>
    <Screen />
  </ErrorBoundary>
);
