import { createRoot } from 'react-dom/client';
import { loadChunk } from '../../client/load-chunk.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Shows the dialog for the password on a page without a screen of React. Resolves with false if nobody is signed in. */
export async function askPassword(): Promise<boolean> {
  const { readUser } = await loadChunk(import('../../client/identity.ts'));
  const email = (await readUser())?.email ?? null;
  if (email === null) return false;
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const hasSignedIn = await new Promise<boolean>((resolve) => {
    root.render(<PasswordDialog email={email} answer={resolve} />);
  });
  root.unmount();
  container.remove();
  return hasSignedIn;
}
