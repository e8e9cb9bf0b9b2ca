import { useCallback, useEffect, useRef, useState } from 'react';
import { profileServiceMessages as texts } from '../../shared/messages/profile-service.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { EditorLookup } from './EditorLookup.tsx';
import { EditorPanel } from './EditorPanel.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { failureText, findMeant, isMissing, storedIn, type Target } from './profile-record.ts';
import { StartingOver } from './StartingOver.tsx';
import type { Start } from './use-editing.ts';

/** Why the editor opens with a new profile. */
type Opening = 'editor-profile-not-found' | 'editor-without-target';

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly status: number; readonly text: string; readonly busy: boolean }
  | { readonly kind: 'open'; readonly start: Start; readonly opening: Opening | null };

/** Whose profile a query asks for: `id`, else `email`; null where it names neither. */
const targetIn = (search: string): Target | null => {
  const query = new URLSearchParams(search);
  const id = query.get('id')?.trim();
  const email = query.get('email')?.trim();
  if (id) return { id };
  return email ? { email } : null;
};

const load = async (target: Target): Promise<State & { readonly kind: 'open' | 'failed' }> => {
  const answer = await findMeant(target);
  const stored = storedIn(answer);
  if (stored) return { kind: 'open', start: { stored, prefill: {}, status: answer.status }, opening: null };
  if (isMissing(answer)) {
    const prefill = 'id' in target ? { userId: target.id } : { email: target.email };
    const start: Start = { stored: null, prefill, status: 404 };
    return { kind: 'open', start, opening: 'editor-profile-not-found' };
  }
  const text = profileProblemText('editor-load-failed', failureText(answer));
  return { kind: 'failed', status: answer.status, text, busy: false };
};

const Screen = () => {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const turns = useRef(0);

  const open = useCallback(async (): Promise<number> => {
    const target = targetIn(location.search);
    if (!target) {
      const start: Start = { stored: null, prefill: {}, status: null };
      setState({ kind: 'open', start, opening: 'editor-without-target' });
      return 0;
    }
    // What failed stays, busy: a form in it may hold typed text.
    setState((now) => (now.kind === 'failed' ? { ...now, busy: true } : { kind: 'loading' }));
    const turn = (turns.current += 1);
    const next = await load(target);
    // Only the newest try counts: a late answer of an earlier one would close the editor over typed text.
    if (turn === turns.current) setState(next);
    return next.kind === 'failed' ? next.status : 200;
  }, []);
  useEffect(() => {
    void open();
  }, [open]);

  if (state.kind === 'loading')
    return (
      <p className="skeleton editor-waiting" role="status">
        {texts.loadingProfile}
      </p>
    );
  if (state.kind === 'failed')
    return <LoadFailed text={state.text} status={state.status} busy={state.busy} retry={open} />;
  const { start, opening } = state;
  return (
    <EditorPanel
      start={start}
      opening={
        opening && (
          <>
            <div className="notice" role="status" data-kind="info">
              {profileProblemText(opening)}
            </div>
            {opening === 'editor-without-target' && <EditorLookup />}
          </>
        )
      }
    />
  );
};

/** One profile: makes it, changes it, deletes it. Open to whoever the server answers. */
export const ProfileEditor = () => (
  <ErrorBoundary>
    <StartingOver>{() => <Screen />}</StartingOver>
  </ErrorBoundary>
);
