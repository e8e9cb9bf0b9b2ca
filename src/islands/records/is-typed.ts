import type { RefObject } from 'react';

/** Whether a section holds text or ticks that its forms did not begin with: what new fields would take away. */
export const isTyped = (section: HTMLElement | null): boolean =>
  [...(section?.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea') ?? [])].some(
    (field) =>
      field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );

/** For an effect: has the browser ask before the page goes while the section holds such text or ticks. */
export const guardTyped = (section: RefObject<HTMLElement | null>) => {
  const ask = (event: Event) => {
    if (!isTyped(section.current)) return;
    event.preventDefault();
    // A link has faded the page out: whoever is asked sees what it is about, and whoever stays goes on at once.
    delete document.documentElement.dataset.leaving;
  };
  addEventListener('beforeunload', ask);
  return () => {
    removeEventListener('beforeunload', ask);
  };
};
