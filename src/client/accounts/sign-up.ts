import { applyAsAffiliate } from './application.ts';
import { forgetApplication, keepApplication, keptHandover } from './handover.ts';
import { toViewer } from './viewer.ts';
import { fetched } from '../fetched.ts';

/**
 * Creates the account, then its affiliate record, and has Firebase send the mail that confirms the address. A record that
 * fails is kept as an application for the dashboard to make; the user goes on either way. Rejects with Firebase's error
 * when there is no account.
 */
export const signUp = async (email: string, password: string, referredBy: string | null): Promise<void> => {
  const { createAccount, sendVerification } = await fetched(import('../identity.ts'));
  const user = await createAccount(email, password);
  // The provider's spelling of the address is the account's.
  const address = user.email ?? email;
  keepApplication(address, referredBy);
  await toViewer(user);
  const verification = sendVerification().catch((error: unknown) => {
    // The dashboard offers to send the mail again.
    console.warn('verification mail', error);
  });
  const [applied] = await Promise.all([applyAsAffiliate(address, referredBy), verification]);
  const affiliate = applied.kind === 'found' ? applied.affiliate : null;
  if (affiliate) forgetApplication(address);
  keptHandover.write({ email: address, affiliate });
};
