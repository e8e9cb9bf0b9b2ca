import type { ReactNode } from 'react';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { FormNotice, RemedyButton } from '../ui/FormNotice.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { HeldCredentials } from './CredentialsForm.tsx';
import { EditorForm } from './EditorForm.tsx';
import { WaysIn } from './LoadFailed.tsx';
import { failureText, loadStatistics, nameOf, type Stored } from './profile-record.ts';
import { type Start, useEditing } from './use-editing.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { Facts } from '../ui/CardTable.tsx';

interface Props {
  readonly start: Start;
  /** The signed-in member, who edits only their own profile; null for an admin or a service. */
  readonly member: SignedIn | null;
  /** The notice about how the editor was opened. */
  readonly opening: ReactNode;
}

/** The form of a profile, with its notice, links and debug information. */
export const EditorPanel = ({ start, member, opening }: Props) => {
  const { dialog, ask } = useConfirm();
  const editing = useEditing(start);
  const { state, top, change } = editing;
  const { stored, prefill, changed, deleting, notice, status } = state;
  useLeaveGuard(changed, ask);

  /** Tries the new identity with a call that changes nothing, so that the typed text stays. */
  const tryIdentity = async (): Promise<number> => {
    const answer = await loadStatistics();
    if (answer.ok) change({ notice: null });
    else if (answer.status !== 401)
      change({ status: answer.status, notice: { kind: 'error', text: failureText(answer) } });
    return answer.status;
  };

  return (
    <>
      {dialog}
      <HeldCredentials
        onForget={() => {
          // Renders again. The typed text stays, and the next call has no credentials.
          change({});
        }}
      />
      {!stored && state.asOpened && opening}
      <section
        ref={top}
        tabIndex={-1}
        className="panel profile-editor"
        data-tab={stored ? 'Edit' : 'New'}
        aria-labelledby="editor"
      >
        <div className="editor-head">
          <h2 id="editor">{stored ? `Edit ${nameOf(stored.profile)}` : 'Create a profile'}</h2>
          <p className="unsaved" role="status">
            {changed && texts.unsaved}
          </p>
        </div>
        <EditorForm
          key={state.edition}
          {...{ stored, prefill, member, changed, deleting }}
          onChange={(now) => {
            change({ changed: now });
          }}
          notify={(notice) => {
            change({ notice: notice });
          }}
          onSaved={editing.saved}
          onRefused={editing.refused}
          onReset={editing.reset}
          onDelete={() => editing.remove(ask)}
        />
        <FormNotice notice={notice} />
        {stored && notice?.remedy && (
          <div ref={restoreFocus} className="form-actions">
            <RemedyButton remedy={notice.remedy} />
          </div>
        )}
        {notice?.kind === 'error' && status !== null && (
          <WaysIn elsewhere status={status} retry={tryIdentity} member={member?.uid ?? null} />
        )}
      </section>
      {stored && <EditorLinks userId={stored.profile.userId} />}
      <EditorDebug stored={stored} status={status} />
    </>
  );
};

/** Links to other pages of this profile. */
export const EditorLinks = ({ userId }: { readonly userId: string }) => (
  <nav className="buttons" aria-label="Quick links">
    <a className="button" href={`/user-profile?${new URLSearchParams({ id: userId }).toString()}`}>
      Demo profile
    </a>
    <a className="button" href={`/profile/${encodeURIComponent(userId)}`}>
      Public profile
    </a>
  </nav>
);

interface EditorDebugProps {
  readonly stored: Stored | null;
  /** The HTTP status of the last answer, or null. */
  readonly status: number | null;
}

/** Information for debugging, without tokens and credentials. */
export const EditorDebug = ({ stored, status }: EditorDebugProps) => (
  <details className="debug">
    <summary>Debug info</summary>
    <Facts
      rows={[
        ['Mode', stored ? 'edit' : 'create'],
        ['Query', location.search || 'none'],
        ['User ID', stored?.profile.userId ?? 'none'],
        ['Database ID', stored?.profile.id ?? 'none'],
        ['Version', String(stored?.version ?? 'none')],
        ['Last status', status === null ? 'none' : status === 0 ? 'no answer' : String(status)],
      ]}
    />
  </details>
);
