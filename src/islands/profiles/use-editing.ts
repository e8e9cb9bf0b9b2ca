import { type RefObject, useRef, useState } from 'react';
import { replaceQuery } from '../../client/accounts/navigation.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { isConflict, reloadRemedy } from '../ui/RecordForm.tsx';
import type { Notice } from '../ui/notices.tsx';
import type { ConfirmQuestion } from '../ui/ConfirmDialog.tsx';
import {
  deleteProfile,
  failureText,
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

interface State extends EditorStart {
  /** The React key of the form. A new value resets the fields. */
  readonly formKey: number;
  /** True until the first save or deletion. */
  readonly isInitial: boolean;
  readonly changed: boolean;
  readonly deleting: boolean;
  readonly notice: Notice | null;
}

/** Puts the profile's user ID into the address, so that a reload opens the same profile. */
function showInAddress(userId: string | null): void {
  replaceQuery(new URLSearchParams(userId === null ? {} : { id: userId }));
}

/** The state of the editor, and its changes by saving, resetting and deleting. */
export function useEditing(start: EditorStart) {
  const [state, setState] = useState<State>({
    ...start,
    formKey: 0,
    isInitial: true,
    changed: false,
    deleting: false,
    notice: null,
  });
  const isRemoving = useRef(false);
  const panel: RefObject<HTMLElement | null> = useRef(null);
  const { stored } = state;

  const change = (changes: Partial<State>) => {
    setState((current) => ({ ...current, ...changes }));
  };

  /** Resets the fields. A focus in the old fields moves to the editor. */
  const open = (changes: Partial<State>) => {
    if (panel.current?.contains(document.activeElement)) panel.current.focus({ preventScroll: true });
    setState((current) => ({ ...current, changed: false, ...changes, formKey: current.formKey + 1 }));
  };

  const notify = (notice: Notice) => {
    change({ notice });
  };

  /** Loads the newest profile, or the message of the failure. After a deletion the form creates the profile again. */
  const reload = async (oldProfile: StoredProfile): Promise<StoredProfile | string> => {
    const answer = await findProfile({ id: oldProfile.profile.userId });
    const newest = storedProfile(answer);
    if (newest) return newest;
    if (!(await isGone(answer, oldProfile))) return failureText(answer);
    change({ stored: null, prefill: {}, changed: true });
    return profileProblemText('profile-deleted-meanwhile');
  };

  const showReloaded = (newest: StoredProfile) => {
    open({ stored: newest });
    panel.current?.focus({ preventScroll: true });
  };

  return {
    state,
    panel,
    change,
    handleSaved: (saved: StoredProfile) => {
      showInAddress(saved.profile.userId);
      const [status, text] = stored ? [200, texts.updated] : [201, texts.created];
      open({
        stored: saved,
        prefill: {},
        answer: { status },
        isInitial: false,
        notice: { kind: 'success', text },
      });
    },
    /** Shows that the server refused. After a conflict the notice offers to reload the profile. */
    handleRefused: (code: 'editor-save-failed' | 'editor-delete-failed', answer: ApiAnswer) => {
      const text = profileProblemText(code, failureText(answer));
      const remedy =
        stored && isConflict(answer) ? reloadRemedy(() => reload(stored), showReloaded, notify) : undefined;
      change({ answer, notice: { kind: 'error', text, remedy } });
    },
    reset: () => {
      open({ notice: null });
    },
    /** Deletes the profile after a question. Resolves with the answer if that was refused. */
    remove: async (ask: (question: ConfirmQuestion) => Promise<boolean>): Promise<ApiAnswer | null> => {
      if (!stored || isRemoving.current) return null;
      const text = texts.confirmDelete(profileName(stored.profile));
      const question = { text, action: texts.delete, look: 'danger' } as const;
      if (!(await ask(question))) return null;
      isRemoving.current = true;
      change({ deleting: true, notice: null });
      const answer = await deleteProfile(stored);
      const isStillStored = !answer.ok && !(await isGone(answer, stored));
      isRemoving.current = false;
      change({ deleting: false });
      if (isStillStored) return answer;
      const notice: Notice = answer.ok
        ? { kind: 'success', text: texts.deleted }
        : { kind: 'error', text: profileProblemText('profile-gone') };
      showInAddress(null);
      open({ stored: null, prefill: {}, answer, isInitial: false, notice });
      return null;
    },
  };
}
