import { expect, test, vi } from 'vitest';
import { loadChunk } from '../../../src/client/load-chunk.ts';
import { identityProblem } from '../../../src/client/accounts/identity-problem.ts';
import { signUpProblemText } from '../../../src/client/accounts/sign-up.ts';
import { accountProblemText } from '../../../src/shared/problem-texts/accounts.ts';
import { problemText } from '../../../src/shared/problem-texts/common.ts';

vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));

function firebaseError(code: string): Error {
  return Object.assign(new Error('Firebase: Error'), { code: `auth/${code}` });
}

test.each([
  ['network-request-failed', 'identity-unreachable'],
  ['too-many-requests', 'too-many-attempts'],
  ['user-disabled', 'account-disabled'],
  ['user-token-expired', 'session-ended'],
  ['requires-recent-login', 'session-ended'],
] as const)('Firebase’s error %s has a text on every screen', (code, row) => {
  expect(identityProblem(firebaseError(code))).toBe(row);
  expect(signUpProblemText(firebaseError(code))).toBe(`Failed to create an account. ${problemText(row)}`);
});

test('a chunk that failed to load has a text on every screen, and a bug in our code has none', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const error: unknown = await loadChunk(Promise.reject(cause)).catch((thrown: unknown) => thrown);
  expect(identityProblem(error)).toBe('part-missing');
  expect(signUpProblemText(error)).toBe(`Failed to create an account. ${problemText('part-missing')}`);
  expect(error).toMatchObject({ cause });
  expect(identityProblem(new TypeError('undefined is not a function'))).toBeUndefined();
});

test('a login has no text that distinguishes a wrong email from a wrong password', () => {
  const codes = ['wrong-password', 'invalid-email', 'user-not-found', 'invalid-credential', 'internal-error'];
  for (const code of codes) expect(identityProblem(firebaseError(code))).toBeUndefined();
});

test.each([
  ['email-already-in-use', accountProblemText('account-exists')],
  ['weak-password', accountProblemText('password-weak')],
  ['password-does-not-meet-requirements', accountProblemText('password-weak')],
  ['operation-not-allowed', 'The sign-in service says: operation not allowed.'],
])('a sign-up shows the reason of Firebase: %s', (code, reason) => {
  expect(signUpProblemText(firebaseError(code))).toBe(`Failed to create an account. ${reason}`);
});

test('a sign-up that fails for an unknown reason shows no reason', () => {
  expect(signUpProblemText('no error at all')).toBe('Failed to create an account.');
});
