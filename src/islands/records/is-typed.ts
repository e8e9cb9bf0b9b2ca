import type { RefObject } from 'react';
import { recordMessages } from '../../shared/messages/records.ts';

/** Whether a section holds text or ticks that its forms did not begin with: what new fields would take away. */
export const isTyped = (section: HTMLElement | null): boolean =>
  [...(section?.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea') ?? [])].some(
    (field) =>
      field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );

/**
 * For an effect: asks before the page goes, or somebody logs out by the bar, while the section holds such text or ticks. The
 * bar signs out before it leads on, so that the browser's question alone would come too late.
 */
export const guardTyped = (section: RefObject<HTMLElement | null>) => {
  const guard = new AbortController();
  const { signal } = guard;
  let loggingOut = false;
  addEventListener(
    'click',
    (event) => {
      loggingOut = false;
      if (!isTyped(section.current) || !(event.target as Element).closest('[data-log-out]')) return;
      loggingOut = confirm(recordMessages.confirmLogOut);
      if (!loggingOut) event.stopPropagation();
    },
    { capture: true, signal },
  );
  addEventListener(
    'beforeunload',
    (event) => {
      if (loggingOut || !isTyped(section.current)) return;
      event.preventDefault();
      // A link has faded the page out: whoever is asked sees what it is about, and whoever stays goes on at once.
      delete document.documentElement.dataset.leaving;
    },
    { signal },
  );
  return () => {
    guard.abort();
  };
};
