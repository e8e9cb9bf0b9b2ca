import type { ReactNode } from 'react';
import { messages } from '../../shared/messages.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { FormNotice } from '../ui/FormNotice.tsx';
import { HeldCredentials } from './CredentialsForm.tsx';
import { EditorDebug } from './EditorDebug.tsx';
import { EditorForm } from './EditorForm.tsx';
import { EditorLinks } from './EditorLinks.tsx';
import { WaysIn } from './LoadFailed.tsx';
import { type Start, useEditing } from './use-editing.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const { profileService: texts } = messages;

interface Props {
  readonly start: Start;
  /** What there is to say of how the editor was opened. */
  readonly opening: ReactNode;
}

/** The form of one profile, with what is done with the profile as a whole. */
export const EditorPanel = ({ start, opening }: Props) => {
  const { dialog, ask } = useConfirm();
  const editing = useEditing(start);
  const { state, top, change } = editing;
  const { stored, prefill, changed, deleting, notice, status } = state;
  useLeaveGuard(changed, ask);
  const refusedIdentity = notice?.kind === 'error' && (status === 401 || status === 403 || status === 404);

  return (
    <>
      {dialog}
      <HeldCredentials
        onForget={() => {
          // What was typed stays; the next call goes without them.
          change({});
        }}
      />
      {!stored && state.edition === 0 && opening}
      <section
        ref={top}
        tabIndex={-1}
        className="panel profile-editor"
        data-tab={stored ? 'Edit' : 'New'}
        aria-labelledby="editor"
      >
        <div className="editor-head">
          <h2 id="editor">
            {stored
              ? `Edit ${stored.profile.name ?? stored.profile.email ?? stored.profile.userId}`
              : 'Create a profile'}
          </h2>
          <p className="unsaved" role="status">
            {changed && texts.unsaved}
          </p>
        </div>
        <EditorForm
          key={state.edition}
          stored={stored}
          prefill={prefill}
          changed={changed}
          onChange={(now) => {
            change({ changed: now });
          }}
          held={deleting}
          conflict={state.conflict}
          onNewer={editing.goOn}
          onSaved={editing.saved}
          onRefused={editing.refused}
          onSubmit={() => {
            change({ notice: null, conflict: null });
          }}
          onReset={editing.reset}
        >
          {stored && (
            <button
              type="button"
              className="button button-danger"
              data-busy={deleting ? texts.delete : texts.deleting}
              aria-busy={deleting}
              aria-disabled={deleting}
              onClick={({ currentTarget }) => void editing.remove(ask, currentTarget.form)}
            >
              {deleting ? texts.deleting : texts.delete}
            </button>
          )}
        </EditorForm>
        <FormNotice notice={notice} />
        {refusedIdentity && (
          <WaysIn
            elsewhere
            status={status}
            retry={async () => {
              await Promise.resolve();
              change({ notice: null });
              return 200;
            }}
          />
        )}
      </section>
      {stored && <EditorLinks userId={stored.profile.userId} />}
      <EditorDebug stored={stored} status={status} />
    </>
  );
};
