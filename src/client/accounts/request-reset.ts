import { fetched } from '../fetched.ts';
import { codeOf } from './identity-problem.ts';

/** The provider's codes that would tell whether an address has an account, or that it is none. */
const unsaid = new Set(['auth/user-not-found', 'auth/invalid-email', 'auth/invalid-recipient-email']);

/**
 * Asks the provider for the mail that resets a password; a project that tells unknown addresses apart is not
 * repeated here. Rejects with the provider's other errors.
 */
export const requestReset = async (email: string): Promise<void> => {
  const { sendReset } = await fetched(import('../identity.ts'));
  try {
    await sendReset(email);
  } catch (error) {
    if (!unsaid.has(codeOf(error))) throw error;
  }
};
