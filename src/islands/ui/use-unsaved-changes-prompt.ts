import { type RefObject, useEffect } from 'react';
import { recordMessages } from '../../shared/messages/admin.ts';

/** The press on Logout that the user confirmed, for all sections of the page. */
let confirmedLogout: Event | undefined;

/**
 * Asks before the user leaves the page or logs out while a section has unsaved changes. The Logout button signs out before it
 * navigates, so the browser's own question would come too late.
 */
export function useUnsavedChangesPrompt(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const guard = new AbortController();
    const { signal } = guard;
    const onClick = (event: MouseEvent) => {
      // Another section has asked about this press, and the user confirmed.
      if (event === confirmedLogout) return;
      confirmedLogout = undefined;
      if (!isDirty(section.current) || !(event.target as Element).closest('[data-log-out]')) return;
      if (confirm(recordMessages.confirmLogOut)) confirmedLogout = event;
      else event.stopImmediatePropagation();
    };
    const onLeave = (event: Event) => {
      if (confirmedLogout || !isDirty(section.current)) return;
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

/** True if fields of a section differ from the initial values of its forms. */
export function isDirty(section: HTMLElement | null): boolean {
  return [...(section?.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea') ?? [])].some(
    (field) =>
      field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
}
