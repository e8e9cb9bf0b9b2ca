import { type ComponentType, useEffect, useState } from 'react';
import { setPasswordPrompt } from '../../client/accounts/fresh-sign-in.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import type { PasswordDialogProps } from './PasswordDialog.tsx';

/** An open dialog with the handler of its answer. */
interface Opened {
  readonly Dialog: ComponentType<PasswordDialogProps>;
  readonly answer: PasswordDialogProps['answer'];
}

/**
 * Shows a dialog for the password when a call needs a fresh sign-in. The call goes on after the sign-in. The dialog's script is
 * loaded when it is first needed.
 */
export function PasswordPrompt({ email }: { readonly email: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(
    () =>
      setPasswordPrompt(async () => {
        const { PasswordDialog } = await loadChunk(import('./PasswordDialog.tsx'));
        return new Promise((resolve) => {
          const answer = (hasSignedIn: boolean) => {
            setOpened(null);
            resolve(hasSignedIn);
          };
          setOpened({ Dialog: PasswordDialog, answer });
        });
      }),
    [],
  );
  return opened && <opened.Dialog email={email} answer={opened.answer} />;
}
