import useSWR from 'swr';
import { maxLengths } from '../../shared/max-lengths.ts';
import { profileServiceMessages, profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import type { SeenUser } from '../data/use-current-user.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { EditorPanel } from './EditorPanel.tsx';
import { LoadFailed, OwnProfileLink } from './LoadFailed.tsx';
import {
  failureText,
  findMeant,
  isMissing,
  isOwnTarget,
  memberOf,
  ownPrefill,
  storedIn,
  type Target,
} from './profile-record.ts';
import { StartingOver } from './StartingOver.tsx';
import type { Start } from './use-editing.ts';
import { type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { TextField } from '../ui/TextField.tsx';

/** The reason why the editor opens with a new profile. */
type Opening = 'editor-profile-not-found' | 'editor-without-target';

type State =
  | {
      readonly kind: 'failed';
      readonly status: number;
      readonly text: string;
      readonly member: SignedIn | null;
    }
  | {
      readonly kind: 'open';
      readonly start: Start;
      readonly opening: Opening | null;
      readonly member: SignedIn | null;
    };

/** Returns the profile that a query names, by `id` or else by `email`; null if it names none. */
const targetIn = (search: string): Target | null => {
  const query = new URLSearchParams(search);
  const id = query.get('id')?.trim();
  const email = query.get('email')?.trim();
  if (id) return { id };
  return email ? { email } : null;
};

const prefillFor = (target: Target) => ('id' in target ? { userId: target.id } : { email: target.email });

/** Loads the profile. A missing profile can be created, by a member only if it is their own. */
const load = async (target: Target, member: SignedIn | null): Promise<State> => {
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
  return { kind: 'failed', status: answer.status, text, member };
};

/** Loads what the editor opens with for the page's address. */
const openingFor = async (member: SignedIn | null): Promise<State> => {
  const target = targetIn(location.search);
  if (target) return load(target, member);
  const start: Start = { stored: null, prefill: {}, status: null };
  return { kind: 'open', start, opening: 'editor-without-target', member };
};

const Screen = ({ user }: { readonly user: SeenUser }) => {
  const isKnown = user.kind !== 'checking';
  const loaded = useSWR(isKnown ? 'profile-editor' : null, () => openingFor(memberOf(user)));
  const { data: state, isValidating, mutate } = loaded;

  if (!state)
    return (
      <p className="skeleton editor-waiting" role="status">
        {texts.loadingProfile}
      </p>
    );
  if (state.kind === 'failed') {
    const retry = async (): Promise<number> => {
      const next = await mutate();
      return next?.kind === 'failed' ? next.status : 200;
    };
    return <LoadFailed {...state} busy={isValidating} member={state.member?.uid ?? null} retry={retry} />;
  }
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

/** Creates, changes and deletes one profile, for every user whom the API answers. */
export const ProfileEditor = () => (
  <ErrorBoundary>
    <StartingOver>{(_restart, user) => <Screen user={user} />}</StartingOver>
  </ErrorBoundary>
);

const open = (read: Read<'target'>): Promise<Outcome<'target'>> => {
  const target = read('target').trim();
  if (target === '')
    return Promise.resolve({ fields: { target: profileProblemText('editor-target-required') } });
  const query = new URLSearchParams({ [target.includes('@') ? 'email' : 'id']: target });
  location.assign(`${location.pathname}?${query.toString()}`);
  // The browser may ask about unsaved changes. The form must not stay busy if the user stays.
  return Promise.resolve({ done: true });
};

/** Asks for an ID or an email if the address names no profile. */
export const EditorLookup = () => {
  const { form, errors, onSubmit, onInput } = useForm(open);
  return (
    <form ref={form} className="controls" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <TextField
        name="target"
        label="User ID or email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLengths.email}
        error={errors.target}
      />
      <div className="buttons">
        <button type="submit" className="button button-primary">
          {profileServiceMessages.open}
        </button>
      </div>
    </form>
  );
};
