import { fetched } from '../fetched.ts';

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
    if (!(error instanceof Error && 'code' in error && unsaid.has(String(error.code)))) throw error;
  }
};
