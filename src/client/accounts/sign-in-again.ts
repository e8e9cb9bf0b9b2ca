import { loadChunk } from '../load-chunk.ts';
import { recordSignIn } from './record-sign-in.ts';

/** Signs in to the account of this screen with a typed password. Rejects with Firebase's error. */
export async function signInAgain(email: string, password: string): Promise<void> {
  const { signInWith } = await loadChunk(import('../identity.ts'));
  await recordSignIn(await signInWith(email, password));
}
