import { type ReactNode, useEffect } from 'react';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { FormNotice, RemedyButton } from '../ui/notices.tsx';
import { type ConfirmQuestion, useConfirm } from '../ui/ConfirmDialog.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { AccessOptions, ServiceIdentity } from './LoadFailed.tsx';
import { EditorForm } from './EditorForm.tsx';
import { failureText, loadStatistics, profileName, type StoredProfile } from './profile-record.ts';
import { type EditorStart, useEditing } from './use-editing.ts';
import { Facts } from '../ui/CardTable.tsx';

interface Props {
  readonly start: EditorStart;
  /** The signed-in member, who edits only their own profile; null for an admin or a service. */
  readonly member: SignedIn | null;
  /** The notice about how the editor was opened. */
  readonly opening: ReactNode;
}

/** The form of a profile, with its notice, links and debug information. */
export function EditorPanel({ start, member, opening }: Props) {
  const { dialog, ask } = useConfirm();
  const editing = useEditing(start);
  const { state, panel, change } = editing;
  const { stored, prefill, changed, deleting, notice, answer } = state;
  useLeaveGuard(changed, ask);

  /** Tries the new identity with a call that only reads. The typed text stays. */
  const tryIdentity = async (): Promise<number> => {
    const answer = await loadStatistics();
    if (answer.ok) change({ notice: null });
    else if (answer.status !== 401) change({ answer, notice: { kind: 'error', text: failureText(answer) } });
    return answer.status;
  };

  return (
    <>
      {dialog}
      <ServiceIdentity
        onForget={() => {
          // Renders again. The typed text stays, and the next call has no credentials.
          change({});
        }}
      />
      {!stored && state.isInitial && opening}
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
          stored={stored}
          prefill={prefill}
          member={member}
          changed={changed}
          deleting={deleting}
          onChange={(changed) => {
            change({ changed });
          }}
          notify={(notice) => {
            change({ notice });
          }}
          onSaved={editing.handleSaved}
          onRefused={editing.handleRefused}
          onReset={editing.reset}
          onDelete={() => editing.remove(ask)}
        />
        <FormNotice notice={notice} />
        {stored && notice?.remedy && (
          <div ref={restoreFocus} className="form-actions">
            <RemedyButton remedy={notice.remedy} />
          </div>
        )}
        {notice?.kind === 'error' && answer !== null && (
          <AccessOptions newTab answer={answer} retry={tryIdentity} member={member?.uid ?? null} />
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
    <details className="debug">
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

/**
 * Returns the element that leads away from this page on a plain click: a link to another page of this site, or Logout. Returns
 * null for any other click. client/page/links.ts has a similar test, but islands must not share modules with it.
 */
function exitElement(event: MouseEvent): HTMLElement | null {
  if (!(event.target instanceof Element)) return null;
  const logOut = event.target.closest<HTMLElement>('[data-log-out]');
  if (logOut) return logOut;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const isHere = link.pathname + link.search === location.pathname + location.search;
  return link.origin === location.origin && !isHere && !link.target && !link.hasAttribute('download')
    ? link
    : null;
}

/**
 * While something is unsaved, asks before the user follows a link of this site or logs out. For any other way to leave, the
 * browser asks.
 */
function useLeaveGuard(unsaved: boolean, ask: (question: ConfirmQuestion) => Promise<boolean>): void {
  useEffect(() => {
    if (!unsaved) return;
    const guard = new AbortController();
    const { signal } = guard;
    /** True after the user confirmed that they leave. False again if they stay or come back. */
    let isLeaving = false;
    addEventListener('pageshow', () => (isLeaving = false), { signal });
    const onClick = (event: MouseEvent) => {
      // Ignores the click that this guard makes by script after a confirmation.
      if (!event.isTrusted) return;
      isLeaving = false;
      const exit = exitElement(event);
      if (!exit) return;
      event.preventDefault();
      event.stopPropagation();
      void ask({ text: texts.confirmLeave, action: texts.leave }).then((leaves) => {
        if (!leaves) return;
        isLeaving = true;
        exit.click();
      });
    };
    document.addEventListener('click', onClick, { capture: true, signal });
    addEventListener(
      'beforeunload',
      (event) => {
        if (!isLeaving) event.preventDefault();
      },
      { signal },
    );
    return () => {
      guard.abort();
    };
  }, [unsaved, ask]);
}
