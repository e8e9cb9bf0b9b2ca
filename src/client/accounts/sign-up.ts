import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { loadChunk } from '../load-chunk.ts';
import { rememberUser } from './current-user.ts';
import { errorCode, identityProblem } from './identity-problem.ts';
import {
  applyAsAffiliate,
  removePendingApplication,
  savePendingApplication,
  signupDraft,
} from './own-affiliate.ts';

/**
 * Creates the account, then its affiliate record, and asks Firebase to send the email that confirms the address. If the record
 * fails, the application is stored and the dashboard creates the record later. Rejects with Firebase's error if the account
 * fails.
 */
export async function signUp(email: string, password: string, referredBy: string | null): Promise<void> {
  const { createAccount, sendVerification } = await loadChunk(import('../identity.ts'));
  const user = await createAccount(email, password);
  // Firebase may change the spelling of the address.
  const address = user.email ?? email;
  savePendingApplication(address, referredBy);
  await rememberUser(user);
  const verification = sendVerification().catch((error: unknown) => {
    // The dashboard offers to send the email again.
    console.warn('verification mail', error);
  });
  const [answer] = await Promise.all([applyAsAffiliate(address, referredBy), verification]);
  if (answer.ok) removePendingApplication(address);
  signupDraft.write({ email: address, affiliate: answer.ok ? answer.data : null });
}

/** True if a sign-up failed because the address has an account. */
export function isAddressTaken(error: unknown): boolean {
  return errorCode(error) === 'auth/email-already-in-use';
}

/** Returns the text of a failed sign-up. */
export function signUpProblemText(error: unknown): string {
  const code = identityProblem(error);
  const reason = code ? problemText(code) : (signUpReasons[errorCode(error)] ?? firebaseReason(error));
  return accountProblemText('signup-failed', reason);
}

/** Texts for Firebase's codes that only a sign-up can cause. */
const signUpReasons: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': accountProblemText('account-exists'),
  'auth/weak-password': accountProblemText('password-weak'),
  'auth/password-does-not-meet-requirements': accountProblemText('password-weak'),
  'auth/invalid-email': problemText('email-invalid'),
  'auth/missing-email': problemText('email-required'),
};

/** Returns a sentence with an unmapped code of Firebase, or an empty text for any other error. */
function firebaseReason(error: unknown): string {
  const reason = errorCode(error)
    .replace(/^auth\//, '')
    .replaceAll('-', ' ');
  return reason && `The sign-in service says: ${reason}.`;
}
