import { applyAsAffiliate, forgetApplication, keepApplication, keptHandover } from './own-affiliate.ts';
import { toCurrentUser } from './current-user.ts';
import { fetched } from '../fetched.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { codeOf, identityProblem } from './identity-problem.ts';

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
  await toCurrentUser(user);
  const verification = sendVerification().catch((error: unknown) => {
    // The dashboard offers to send the mail again.
    console.warn('verification mail', error);
  });
  const [applied] = await Promise.all([applyAsAffiliate(address, referredBy), verification]);
  const affiliate = applied.kind === 'found' ? applied.affiliate : null;
  if (affiliate) forgetApplication(address);
  keptHandover.write({ email: address, affiliate });
};

/** Firebase's codes that only a new account can cause. */
const atSignUp: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': accountProblemText('account-exists'),
  'auth/weak-password': accountProblemText('password-weak'),
  'auth/password-does-not-meet-requirements': accountProblemText('password-weak'),
  'auth/invalid-email': problemText('email-invalid'),
  'auth/missing-email': problemText('email-required'),
};

/** Firebase's own message of an unmapped error; empty for any other error. */
const providerWords = (error: unknown): string => {
  const words = codeOf(error)
    .replace(/^auth\//, '')
    .replaceAll('-', ' ');
  return words && `The sign-in service says: ${words}.`;
};

/** The text of a failed sign-up. */
export const signUpProblemText = (error: unknown): string => {
  const code = identityProblem(error);
  const reason = code ? problemText(code) : (atSignUp[codeOf(error)] ?? providerWords(error));
  return accountProblemText('signup-failed', reason);
};
