import { maxLengths } from '../../shared/max-lengths.ts';
import useSWR from 'swr';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { type ApiAnswer, isMissing } from '../../client/api.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import type { UserState } from '../data/use-current-user.ts';
import { ProfilePanel, type EditorStart } from './ProfilePanel.tsx';
import { LoadFailed, OwnProfileLink } from './LoadFailed.tsx';
import {
  profileFailureText,
  findProfileOrId,
  isOwnTarget,
  ownAccountOf,
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
type OpenReason = 'editor-profile-not-found' | 'editor-without-target';

type State =
  | {
      readonly kind: 'failed';
      readonly answer: ApiAnswer;
      readonly text: string;
      readonly ownAccount: SignedIn | null;
    }
  | {
      readonly kind: 'open';
      readonly start: EditorStart;
      readonly reason: OpenReason | null;
      readonly ownAccount: SignedIn | null;
    };

function Screen({ user }: { readonly user: UserState }) {
  const isKnown = user.kind !== 'checking';
  const loaded = useSWR(isKnown ? 'profile-editor' : null, () => loadFromAddress(ownAccountOf(user)));
  const { data: state, mutate } = loaded;

  if (!state) return <Waiting className="editor-waiting" text={texts.loadingProfile} />;
  if (state.kind === 'failed') {
    const retry = async (): Promise<number> => {
      const newState = await mutate();
      return newState?.kind === 'failed' ? newState.answer.status : 200;
    };
    return <LoadFailed {...state} ownUid={state.ownAccount?.uid ?? null} retry={retry} />;
  }
  const { start, reason, ownAccount } = state;
  const notice = reason && (
    <div className="notice" role="status" data-kind="info">
      {profileProblemText(reason)}
    </div>
  );
  if (ownAccount && reason === 'editor-without-target')
    return (
      <>
        {notice}
        <OwnProfileLink uid={ownAccount.uid} />
      </>
    );
  return (
    <ProfilePanel
      start={start}
      ownAccount={ownAccount}
      openingNotice={
        reason && (
          <>
            {notice}
            {reason === 'editor-without-target' && <EditorLookup />}
          </>
        )
      }
    />
  );
}

/** Loads the profile in the page's address. */
async function loadFromAddress(ownAccount: SignedIn | null): Promise<State> {
  const target = targetIn(location.search);
  if (target) return load(target, ownAccount);
  const start: EditorStart = { stored: null, prefill: {}, answer: null };
  return { kind: 'open', start, reason: 'editor-without-target', ownAccount };
}

/** Returns the profile that a query names, by `id` or else by `email`; null if it names none. */
function targetIn(search: string): ProfileTarget | null {
  const query = new URLSearchParams(search);
  const id = query.get('id')?.trim();
  const email = query.get('email')?.trim();
  if (id) return { id };
  return email ? { email } : null;
}

/** Loads the profile. A missing profile can be created. Somebody without a role can create only their own. */
async function load(target: ProfileTarget, ownAccount: SignedIn | null): Promise<State> {
  const isOwn = ownAccount !== null && isOwnTarget(target, ownAccount);
  const answer = await findProfileOrId(isOwn ? { id: ownAccount.uid } : target);
  const stored = storedProfile(answer);
  if (stored) return { kind: 'open', start: { stored, prefill: {}, answer }, reason: null, ownAccount };
  if (isMissing(answer) && (!ownAccount || isOwn)) {
    const start: EditorStart = {
      stored: null,
      prefill: ownAccount ? ownPrefill(ownAccount) : prefillFor(target),
      answer,
    };
    return { kind: 'open', start, reason: 'editor-profile-not-found', ownAccount };
  }
  const text = profileProblemText('editor-load-failed', profileFailureText(answer));
  return { kind: 'failed', answer, text, ownAccount };
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
