import { type RefObject, useEffect } from 'react';
import { recordMessages } from '../../shared/messages/records.ts';

/** The press on Logout that somebody agreed to, however many sections of the page hold something. */
let loggingOut: Event | undefined;

/**
 * Asks before the page goes, or somebody logs out by the bar, while a section holds text or ticks that its forms did not begin
 * with. The bar signs out before it leads on, so that the browser's question alone would come too late.
 */
export const useUnsavedChangesPrompt = (section: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const guard = new AbortController();
    const { signal } = guard;
    const onClick = (event: MouseEvent) => {
      // Another section's guard has asked.
      if (event === loggingOut) return;
      loggingOut = undefined;
      if (!isDirty(section.current) || !(event.target as Element).closest('[data-log-out]')) return;
      if (confirm(recordMessages.confirmLogOut)) loggingOut = event;
      else event.stopImmediatePropagation();
    };
    const onLeave = (event: Event) => {
      if (loggingOut || !isDirty(section.current)) return;
      event.preventDefault();
      // A link has faded the page out: whoever is asked sees what it is about, and whoever stays goes on at once.
      delete document.documentElement.dataset.leaving;
    };
    addEventListener('click', onClick, { capture: true, signal });
    addEventListener('beforeunload', onLeave, { signal });
    return () => {
      guard.abort();
    };
  }, [section]);
};

/** Whether a section holds text or ticks that its forms did not begin with: what new fields would take away. */
export const isDirty = (section: HTMLElement | null): boolean =>
  [...(section?.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea') ?? [])].some((field) =>
    field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
