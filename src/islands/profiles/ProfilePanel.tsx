import { type ReactNode, useRef, useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { replaceQuery } from '../../client/accounts/navigation.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { useAsk } from '../ui/ask.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { Facts } from '../ui/CardTable.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { isConflict, reloadRemedy } from '../ui/RecordForm.tsx';
import { EditorForm } from './EditorForm.tsx';
import { AccessOptions, ServiceIdentity } from './LoadFailed.tsx';
import {
  profileFailureText,
  findProfile,
  isGone,
  profileName,
  type StoredProfile,
  storedProfile,
} from './profile-record.ts';
import type { ProfileValues } from './ProfileFields.tsx';

/** The profile that the editor opens with, or the values of a new profile. */
export interface EditorStart {
  readonly stored: StoredProfile | null;
  readonly prefill: Partial<ProfileValues>;
  /** The answer to the last call, or null. */
  readonly answer: Pick<ApiAnswer, 'status' | 'isHtml'> | null;
}

interface Props {
  readonly start: EditorStart;
  /** The signed-in user if they edit only their own profile; null for an admin or a service. */
  readonly ownAccount: SignedIn | null;
  /** The notice about how the editor was opened. */
  readonly openingNotice: ReactNode;
}

/** The form of a profile, with its notice, links and debug information. */
export function ProfilePanel({ start, ownAccount, openingNotice }: Props) {
  /** `formKey` is the React key of the form: a new value resets the fields. `isInitial` ends with the first save or deletion. */
  const [state, setState] = useState({ ...start, formKey: 0, isInitial: true, changed: false });
  const [notice, notify] = useState<Notice | null>(null);
  const [deleting, setDeleting] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const ask = useAsk();
  const { stored, answer, changed } = state;
  const change = (changes: Partial<typeof state>) => {
    setState((current) => ({ ...current, ...changes }));
  };
  const setAnswer = (latest: EditorStart['answer']) => {
    change({ answer: latest });
  };

  /** Resets the fields. A focus in the old fields moves to the editor. */
  const open = (changes: Partial<typeof state>) => {
    if (panel.current?.contains(document.activeElement)) panel.current.focus({ preventScroll: true });
    setState((current) => ({ ...current, changed: false, ...changes, formKey: current.formKey + 1 }));
  };
  /** Shows the profile after a save, or an empty form after a deletion, also in the address. */
  const openSaved = (saved: StoredProfile | null) => {
    replaceQuery(new URLSearchParams(saved ? { id: saved.profile.userId } : {}));
    open({ stored: saved, prefill: {}, isInitial: false });
  };

  /** Loads the newest profile, or the message of the failure. After a deletion the form creates the profile again. */
  const reload = async (oldProfile: StoredProfile): Promise<StoredProfile | string> => {
    const found = await findProfile({ id: oldProfile.profile.userId });
    const newest = storedProfile(found);
    if (newest) return newest;
    if (!(await isGone(found, oldProfile))) return profileFailureText(found);
    change({ stored: null, prefill: {}, changed: true });
    return profileProblemText('profile-deleted-meanwhile');
  };
  const showReloaded = (newest: StoredProfile) => {
    open({ stored: newest });
    panel.current?.focus({ preventScroll: true });
  };

  const remove = async (): Promise<void> => {
    if (!stored) return;
    const text = texts.confirmDelete(profileName(stored.profile));
    if (!(await ask({ text, action: texts.delete, look: 'danger' }))) return;
    notify(null);
    const { profile: params, version } = stored;
    setDeleting(true);
    const deleted = await authFetch('DELETE /user-profiles/user/:userId', { params, version });
    const isDeleted = deleted.ok || (await isGone(deleted, stored));
    setDeleting(false);
    setAnswer(deleted);
    if (isDeleted) {
      openSaved(null);
      notify(
        deleted.ok
          ? { kind: 'success', text: texts.deleted }
          : { kind: 'error', text: profileProblemText('profile-gone') },
      );
      return;
    }
    notify({
      kind: 'error',
      text: profileProblemText('editor-delete-failed', profileFailureText(deleted)),
      remedy: isConflict(deleted) ? reloadRemedy(() => reload(stored), showReloaded, notify) : undefined,
    });
  };

  /** Tries the new identity with a call that only reads. The typed text stays. */
  const tryIdentity = async (): Promise<number> => {
    const tried = await authFetch('GET /api/user-profiles/admin/statistics');
    if (tried.ok) notify(null);
    else if (tried.status !== 401) {
      setAnswer(tried);
      notify({ kind: 'error', text: profileFailureText(tried) });
    }
    return tried.status;
  };

  return (
    <>
      {/* Renders again. The typed text stays, and the next call has no credentials. */}
      <ServiceIdentity
        onForget={() => {
          change({});
        }}
      />
      {!stored && state.isInitial && openingNotice}
      <section
        ref={panel}
        tabIndex={-1}
        className="panel profile-editor"
        data-tab={stored ? 'Edit' : 'New'}
        aria-labelledby="editor"
      >
        <div className="editor-head">
          <h2 id="editor">{stored ? `Edit ${profileName(stored.profile)}` : 'Create a profile'}</h2>
          <p className="unsaved" role="status">
            {changed && texts.unsaved}
          </p>
        </div>
        <EditorForm
          key={state.formKey}
          editing={stored}
          prefill={state.prefill}
          ownAccount={ownAccount}
          changed={changed}
          deleting={deleting}
          onChange={(isChanged) => {
            change({ changed: isChanged });
          }}
          notify={notify}
          onAnswer={setAnswer}
          onSaved={(_, saved) => {
            openSaved(storedProfile(saved));
          }}
          reload={reload}
          onReloaded={showReloaded}
          onReset={() => {
            notify(null);
            open({});
          }}
          onDelete={remove}
        />
        <FormNotice notice={notice} />
        {stored && notice?.remedy && (
          <div ref={restoreFocus} className="form-actions">
            <BusyButton {...notice.remedy} />
          </div>
        )}
        {notice?.kind === 'error' && answer !== null && (
          <AccessOptions newTab answer={answer} retry={tryIdentity} ownUid={ownAccount?.uid ?? null} />
        )}
      </section>
      {stored && <EditorLinks userId={stored.profile.userId} />}
      <EditorDebug stored={stored} status={answer?.status ?? null} />
    </>
  );
}

/** Links to other pages of this profile. */
function EditorLinks({ userId }: { readonly userId: string }) {
  return (
    <nav className="buttons" aria-label="Quick links">
      <a className="button" href={`/user-profile?${new URLSearchParams({ id: userId }).toString()}`}>
        Demo profile
      </a>
      <a className="button" href={`/profile/${encodeURIComponent(userId)}`}>
        Public profile
      </a>
    </nav>
  );
}

interface EditorDebugProps {
  readonly stored: StoredProfile | null;
  /** The HTTP status of the last answer, or null. */
  readonly status: number | null;
}

/** Information for debugging, without tokens and credentials. */
function EditorDebug({ stored, status }: EditorDebugProps) {
  const statusText = status === 0 ? 'no answer' : String(status ?? 'none');
  return (
    <details className="disclosure debug">
      <summary>Debug info</summary>
      <Facts
        rows={[
          ['Mode', stored ? 'edit' : 'create'],
          ['Query', location.search || 'none'],
          ['User ID', stored?.profile.userId ?? 'none'],
          ['Database ID', stored?.profile.id ?? 'none'],
          ['Version', String(stored?.version ?? 'none')],
          ['Last status', statusText],
        ]}
      />
    </details>
  );
}
