import { type RefObject, useRef, useState } from 'react';
import type { ApiAnswer } from '../../client/api.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import type { Question } from '../ui/ConfirmDialog.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import type { Conflict } from './EditorConflict.tsx';
import { deleteProfile, failureText, findProfile, type Stored, storedIn } from './profile-record.ts';
import { type Values, valuesOf } from './profile-values.ts';

const { profileService: texts } = messages;

/** What the editor opens with: a profile, or what a new one begins with. */
export interface Start {
  readonly stored: Stored | null;
  readonly prefill: Partial<Values>;
  /** The status of the answer that it was opened with; null without one. */
  readonly status: number | null;
}

interface State extends Start {
  /** Another value for every form: as its key it fills the fields anew. */
  readonly edition: number;
  readonly changed: boolean;
  readonly deleting: boolean;
  readonly notice: Notice | null;
  readonly conflict: (Omit<Conflict, 'newer'> & { readonly newer: Stored }) | null;
}

/** The address names the profile that is edited, so that a reload comes back to it. */
const showInAddress = (userId: string | null): void => {
  const query = userId === null ? '' : `?${new URLSearchParams({ id: userId }).toString()}`;
  history.replaceState(history.state, '', location.pathname + query);
};

/** What the editor holds, and what saving, resetting and deleting make of it. */
export const useEditing = (start: Start) => {
  const [state, setState] = useState<State>({
    ...start,
    edition: 0,
    changed: false,
    deleting: false,
    notice: null,
    conflict: null,
  });
  const working = useRef(false);
  const top: RefObject<HTMLElement | null> = useRef(null);
  const { stored } = state;

  const change = (changes: Partial<State>) => {
    setState((now) => ({ ...now, ...changes }));
  };

  /** New fields: whoever stood in the old ones stays at them. */
  const open = (changes: Partial<State>) => {
    if (top.current?.contains(document.activeElement)) top.current.focus({ preventScroll: true });
    setState((now) => ({
      ...now,
      changed: false,
      conflict: null,
      ...changes,
      edition: now.edition + 1,
    }));
  };

  /** Somebody else was faster: shows what they saved, or that they deleted it. */
  const meetNewer = async (typed: Values) => {
    if (!stored) return;
    const answer = await findProfile({ id: stored.profile.userId });
    const newer = storedIn(answer);
    if (newer) change({ conflict: { before: stored.profile, typed, newer } });
    else if (answer.status === 404 && !answer.isPage)
      change({
        stored: null,
        prefill: {},
        changed: true,
        notice: { kind: 'error', text: texts.deletedMeanwhile },
      });
  };

  const refuse = async (
    code: 'editor-save-failed' | 'editor-delete-failed',
    answer: ApiAnswer,
    typed: Values,
  ) => {
    const text = problemText(code, failureText(answer));
    change({ status: answer.status, notice: { kind: 'error', text } });
    if (answer.status === 409) await meetNewer(typed);
  };

  const remove = async (ask: (question: Question) => Promise<boolean>, form: HTMLFormElement | null) => {
    if (!stored || working.current) return;
    const { name, email, userId } = stored.profile;
    const question = { text: texts.confirmDelete(name ?? email ?? userId), action: texts.delete };
    if (!(await ask(question))) return;
    working.current = true;
    change({ deleting: true, notice: null, conflict: null });
    const answer = await deleteProfile(stored);
    working.current = false;
    change({ deleting: false });
    if (answer.ok) {
      showInAddress(null);
      open({
        stored: null,
        prefill: {},
        status: answer.status,
        notice: { kind: 'success', text: texts.deleted },
      });
      return;
    }
    const data = form && new FormData(form);
    await refuse(
      'editor-delete-failed',
      answer,
      valuesOf((field) => String(data?.get(field) ?? ''), userId),
    );
  };

  return {
    state,
    top,
    change,
    remove,
    saved: (saved: Stored) => {
      showInAddress(saved.profile.userId);
      const text = stored ? texts.updated : texts.created;
      open({ stored: saved, prefill: {}, status: stored ? 200 : 201, notice: { kind: 'success', text } });
    },
    refused: (answer: ApiAnswer, typed: Values) => refuse('editor-save-failed', answer, typed),
    reset: () => {
      open({ notice: null });
    },
    goOn: (newer: Stored, keepsTyped: boolean) => {
      if (keepsTyped) change({ stored: newer, conflict: null, notice: null });
      else open({ stored: newer, notice: null });
    },
  };
};
