import { maxLengths } from '../../shared/max-lengths.ts';
import useSWR from 'swr';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { type ApiAnswer, isMissing } from '../../client/api.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import type { UserState } from '../data/use-current-user.ts';
import { EditorPanel, type EditorStart } from './EditorPanel.tsx';
import { LoadFailed, OwnProfileLink } from './LoadFailed.tsx';
import {
  failureText,
  findProfileOrId,
  isOwnTarget,
  memberOf,
  ownPrefill,
  storedProfile,
  type ProfileTarget,
} from './profile-record.ts';
import { ProfileScreen } from './ProfileScreen.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/Form.tsx';
import { Waiting } from '../ui/loading.tsx';

/** Creates, edits and deletes one profile. The server decides who may do it. */
export function ProfileEditor() {
  return <ProfileScreen>{(_restart, user) => <Screen user={user} />}</ProfileScreen>;
}

/** The reason why the editor opens with a new profile. */
type Opening = 'editor-profile-not-found' | 'editor-without-target';

type State =
  | {
      readonly kind: 'failed';
      readonly answer: ApiAnswer;
      readonly text: string;
      readonly member: SignedIn | null;
    }
  | {
      readonly kind: 'open';
      readonly start: EditorStart;
      readonly opening: Opening | null;
      readonly member: SignedIn | null;
    };

function Screen({ user }: { readonly user: UserState }) {
  const isKnown = user.kind !== 'checking';
  const loaded = useSWR(isKnown ? 'profile-editor' : null, () => openingFor(memberOf(user)));
  const { data: state, mutate } = loaded;

  if (!state) return <Waiting className="editor-waiting" text={texts.loadingProfile} />;
  if (state.kind === 'failed') {
    const retry = async (): Promise<number> => {
      const newState = await mutate();
      return newState?.kind === 'failed' ? newState.answer.status : 200;
    };
    return <LoadFailed {...state} member={state.member?.uid ?? null} retry={retry} />;
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
}

/** Loads the profile in the page's address. */
async function openingFor(member: SignedIn | null): Promise<State> {
  const target = targetIn(location.search);
  if (target) return load(target, member);
  const start: EditorStart = { stored: null, prefill: {}, answer: null };
  return { kind: 'open', start, opening: 'editor-without-target', member };
}

/** Returns the profile that a query names, by `id` or else by `email`; null if it names none. */
function targetIn(search: string): ProfileTarget | null {
  const query = new URLSearchParams(search);
  const id = query.get('id')?.trim();
  const email = query.get('email')?.trim();
  if (id) return { id };
  return email ? { email } : null;
}

/** Loads the profile. A missing profile can be created. A member can create only their own. */
async function load(target: ProfileTarget, member: SignedIn | null): Promise<State> {
  const isOwn = member !== null && isOwnTarget(target, member);
  const answer = await findProfileOrId(isOwn ? { id: member.uid } : target);
  const stored = storedProfile(answer);
  if (stored) return { kind: 'open', start: { stored, prefill: {}, answer }, opening: null, member };
  if (isMissing(answer) && (!member || isOwn)) {
    const start: EditorStart = {
      stored: null,
      prefill: member ? ownPrefill(member) : prefillFor(target),
      answer,
    };
    return { kind: 'open', start, opening: 'editor-profile-not-found', member };
  }
  const text = profileProblemText('editor-load-failed', failureText(answer));
  return { kind: 'failed', answer, text, member };
}

function prefillFor(target: ProfileTarget) {
  return 'id' in target ? { userId: target.id } : { email: target.email };
}

/** Asks for an ID or an email if the address names no profile. */
function EditorLookup() {
  const form = useForm(open);
  return (
    <Form form={form} className="controls">
      <TextField
        name="target"
        label="User ID or email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLengths.email}
      />
      <div className="buttons">
        <button type="submit" className="button button-primary">
          {texts.open}
        </button>
      </div>
    </Form>
  );
}

function open(read: ReadField<'target'>): Promise<Outcome<'target'>> {
  const target = read('target').trim();
  if (target === '')
    return Promise.resolve({ fields: { target: profileProblemText('editor-target-required') } });
  const query = new URLSearchParams({ [target.includes('@') ? 'email' : 'id']: target });
  location.assign(`${location.pathname}?${query.toString()}`);
  // The browser may ask about unsaved changes. The form must not stay busy if the user stays.
  return Promise.resolve({ done: true });
}
