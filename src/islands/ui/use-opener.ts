import { useRef } from 'react';

/** Keeps where the focus was when something was opened, and gives it back there, if that is still on the page. */
export const useOpener = () => {
  const opener = useRef<Element>(null);
  return {
    keep: () => {
      opener.current = document.activeElement;
    },
    giveBack: () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
};
