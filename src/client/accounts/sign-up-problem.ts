import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { codeOf, identityProblem } from './identity-problem.ts';

/** What only a new account can meet, by the provider's codes. */
const atSignUp: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': accountProblemText('account-exists'),
  'auth/weak-password': accountProblemText('password-weak'),
  'auth/password-does-not-meet-requirements': accountProblemText('password-weak'),
  'auth/invalid-email': problemText('email-invalid'),
  'auth/missing-email': problemText('email-required'),
};

/** What the provider itself says of an error without words of ours; empty for any other error. */
const providerWords = (error: unknown): string => {
  const words = codeOf(error)
    .replace(/^auth\//, '')
    .replaceAll('-', ' ');
  return words && `The sign-in service says: ${words}.`;
};

/** Why there is no account, by what the identity provider's client threw. */
export const signUpProblemText = (error: unknown): string => {
  const code = identityProblem(error);
  const reason = code ? problemText(code) : (atSignUp[codeOf(error)] ?? providerWords(error));
  return accountProblemText('signup-failed', reason);
};
