import { useEffect, useRef } from 'react';

/** Returns the ref of a dialog that opens by itself. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return dialog;
}
