import type { ReactNode } from 'react';
import type { SignedIn } from '../../client/accounts/viewer.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profile-service.ts';
import { RemedyButton } from '../records/RemedyButton.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { FormNotice } from '../ui/FormNotice.tsx';
import { handsFocusOn } from '../ui/focus.ts';
import { HeldCredentials } from './CredentialsForm.tsx';
import { EditorDebug } from './EditorDebug.tsx';
import { EditorForm } from './EditorForm.tsx';
import { EditorLinks } from './EditorLinks.tsx';
import { WaysIn } from './LoadFailed.tsx';
import { loadStatistics, failureText, nameOf } from './profile-record.ts';
import { type Start, useEditing } from './use-editing.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

interface Props {
  readonly start: Start;
  /** The signed-in member, who edits only their own profile; null for an admin or a service. */
  readonly member: SignedIn | null;
  /** What there is to say of how the editor was opened. */
  readonly opening: ReactNode;
}

/** The form of one profile, with what is done with the profile as a whole. */
export const EditorPanel = ({ start, member, opening }: Props) => {
  const { dialog, ask } = useConfirm();
  const editing = useEditing(start);
  const { state, top, change } = editing;
  const { stored, prefill, changed, deleting, notice, status } = state;
  useLeaveGuard(changed, ask);

  /** What was typed stays; whether the service takes who calls now shows at a call that changes nothing. */
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
          // What was typed stays; the next call goes without them.
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
          say={(said) => {
            change({ notice: said });
          }}
          onSaved={editing.saved}
          onRefused={editing.refused}
          onReset={editing.reset}
          onDelete={() => editing.remove(ask)}
        />
        <FormNotice notice={notice} />
        {stored && notice?.remedy && (
          <div ref={handsFocusOn} className="form-actions">
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
