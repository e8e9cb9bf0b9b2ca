import { type RefObject, useEffect } from 'react';
import { recordMessages } from '../../shared/messages/admin.ts';

/** The press on a link or on Logout that the user confirmed, for all sections of the page. */
let confirmedExit: Event | undefined;

/**
 * Asks before the user leaves the page or logs out while a section has unsaved changes. The Logout button signs out before it
 * navigates, so the browser's own question would come too late. Safari on an iPhone has no such question for links.
 */
export function useUnsavedChangesPrompt(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const guard = new AbortController();
    const { signal } = guard;
    const onClick = (event: MouseEvent) => {
      // Another section has asked about this press, and the user confirmed.
      if (event === confirmedExit) return;
      confirmedExit = undefined;
      const question = questionBefore(event);
      if (question === null || !isDirty(section.current)) return;
      if (confirm(question)) confirmedExit = event;
      else {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    };
    const onLeave = (event: Event) => {
      if (confirmedExit || !isDirty(section.current)) return;
      event.preventDefault();
      // A pressed link has faded the page out. Shows it again, because the user may stay.
      delete document.documentElement.dataset.leaving;
    };
    addEventListener('click', onClick, { capture: true, signal });
    addEventListener('beforeunload', onLeave, { signal });
    return () => {
      guard.abort();
    };
  }, [section]);
}

/** Returns the question before a press logs out, or opens another page of this site in this tab; null for other presses. */
function questionBefore(event: MouseEvent): string | null {
  const target = event.target as Element;
  if (target.closest('[data-log-out]')) return recordMessages.confirmLogOut;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || link.target || link.hasAttribute('download')) return null;
  const isOtherPage = link.origin === location.origin && link.pathname !== location.pathname;
  return isOtherPage ? recordMessages.confirmLeave : null;
}

/** True if fields of a section differ from the initial values of its forms. */
export function isDirty(section: HTMLElement | null): boolean {
  return [...(section?.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea') ?? [])].some(
    (field) =>
      field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
}
