import { useCallback, useEffect, useRef, useState } from 'react';
import { profileServiceMessages as texts } from '../../shared/messages/profile-service.ts';
import type { SignedIn } from '../../client/accounts/viewer.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import type { Seen } from '../account/use-viewer.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { EditorLookup } from './EditorLookup.tsx';
import { EditorPanel } from './EditorPanel.tsx';
import { LoadFailed, OwnProfileLink } from './LoadFailed.tsx';
import { isOwnTarget, memberOf, ownPrefill } from './own-profile.ts';
import { failureText, findMeant, isMissing, storedIn, type Target } from './profile-record.ts';
import { StartingOver } from './StartingOver.tsx';
import type { Start } from './use-editing.ts';

/** Why the editor opens with a new profile. */
type Opening = 'editor-profile-not-found' | 'editor-without-target';

type State =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'failed';
      readonly status: number;
      readonly text: string;
      readonly busy: boolean;
      readonly member: SignedIn | null;
    }
  | {
      readonly kind: 'open';
      readonly start: Start;
      readonly opening: Opening | null;
      readonly member: SignedIn | null;
    };

/** Whose profile a query asks for: `id`, else `email`; null where it names neither. */
const targetIn = (search: string): Target | null => {
  const query = new URLSearchParams(search);
  const id = query.get('id')?.trim();
  const email = query.get('email')?.trim();
  if (id) return { id };
  return email ? { email } : null;
};

const prefillFor = (target: Target) => ('id' in target ? { userId: target.id } : { email: target.email });

/** Reads the profile. A missing one can be made, by a member only if it is their own. */
const load = async (
  target: Target,
  member: SignedIn | null,
): Promise<State & { readonly kind: 'open' | 'failed' }> => {
  const isOwn = member !== null && isOwnTarget(target, member);
  const answer = await findMeant(isOwn ? { id: member.uid } : target);
  const stored = storedIn(answer);
  if (stored)
    return { kind: 'open', start: { stored, prefill: {}, status: answer.status }, opening: null, member };
  if (isMissing(answer) && (!member || isOwn)) {
    const start: Start = {
      stored: null,
      prefill: member ? ownPrefill(member) : prefillFor(target),
      status: 404,
    };
    return { kind: 'open', start, opening: 'editor-profile-not-found', member };
  }
  const text = profileProblemText('editor-load-failed', failureText(answer));
  return { kind: 'failed', status: answer.status, text, busy: false, member };
};

const Screen = ({ viewer }: { readonly viewer: Seen }) => {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const turns = useRef(0);
  const latest = useRef(viewer);
  useEffect(() => {
    latest.current = viewer;
  }, [viewer]);

  const open = useCallback(async (): Promise<number> => {
    const target = targetIn(location.search);
    const member = memberOf(latest.current);
    if (!target) {
      const start: Start = { stored: null, prefill: {}, status: null };
      setState({ kind: 'open', start, opening: 'editor-without-target', member });
      return 0;
    }
    // What failed stays, busy: a form in it may hold typed text.
    setState((now) => (now.kind === 'failed' ? { ...now, busy: true } : { kind: 'loading' }));
    const turn = (turns.current += 1);
    const next = await load(target, member);
    // Only the newest try counts: a late answer of an earlier one would close the editor over typed text.
    if (turn === turns.current) setState(next);
    return next.kind === 'failed' ? next.status : 200;
  }, []);
  const isKnown = viewer.kind !== 'checking';
  useEffect(() => {
    if (isKnown) void open();
  }, [isKnown, open]);

  if (state.kind === 'loading')
    return (
      <p className="skeleton editor-waiting" role="status">
        {texts.loadingProfile}
      </p>
    );
  if (state.kind === 'failed')
    return <LoadFailed {...state} member={state.member?.uid ?? null} retry={open} />;
  const { start, opening, member } = state;
  const notice = opening && (
    <div className="notice" role="status" data-kind="info">
      {profileProblemText(opening)}
    </div>
  );
  if (member && opening === 'editor-without-target')
    return (
      <>
        {notice}
        <OwnProfileLink uid={member.uid} />
      </>
    );
  return (
    <EditorPanel
      start={start}
      member={member}
      opening={
        opening && (
          <>
            {notice}
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
    <StartingOver>{(_restart, viewer) => <Screen viewer={viewer} />}</StartingOver>
  </ErrorBoundary>
);
