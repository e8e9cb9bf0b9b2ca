import { afterAll, describe, expect, test, vi } from 'vitest';
import { fetched } from '../../../src/client/fetched.ts';
import { identityProblem } from '../../../src/client/accounts/identity-problem.ts';
import { signUpProblemText } from '../../../src/client/accounts/sign-up.ts';
import { accountProblemText } from '../../../src/shared/problems/accounts.ts';
import { problemText } from '../../../src/shared/problems/screens.ts';

vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));

// Test files share modules: the next file must not get these with this configuration.
afterAll(() => {
  vi.resetModules();
});

const thrown = (code: string): Error => Object.assign(new Error('Firebase: Error'), { code: `auth/${code}` });

describe('on every screen', () => {
  test.each([
    ['network-request-failed', 'identity-unreachable'],
    ['too-many-requests', 'too-many-attempts'],
    ['user-disabled', 'account-disabled'],
    ['user-token-expired', 'session-ended'],
    ['requires-recent-login', 'session-ended'],
  ] as const)('%s has words of its own', (code, row) => {
    expect(identityProblem(thrown(code))).toBe(row);
    expect(signUpProblemText(thrown(code))).toBe(`Failed to create an account. ${problemText(row)}`);
  });

  test('a part of the page that could not be fetched has words of its own, and a mistake of ours has none', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const error: unknown = await fetched(Promise.reject(cause)).catch((thrown: unknown) => thrown);
    expect(identityProblem(error)).toBe('part-missing');
    expect(signUpProblemText(error)).toBe(`Failed to create an account. ${problemText('part-missing')}`);
    expect(error).toMatchObject({ cause });
    expect(identityProblem(new TypeError('undefined is not a function'))).toBeUndefined();
  });
});

test('what was wrong with an address or a password is told apart by no login', () => {
  const codes = ['wrong-password', 'invalid-email', 'user-not-found', 'invalid-credential', 'internal-error'];
  for (const code of codes) expect(identityProblem(thrown(code))).toBeUndefined();
});

test.each([
  ['email-already-in-use', accountProblemText('account-exists')],
  ['weak-password', accountProblemText('password-weak')],
  ['password-does-not-meet-requirements', accountProblemText('password-weak')],
  ['operation-not-allowed', 'The sign-in service says: operation not allowed.'],
])('a sign-up says what the provider refused: %s', (code, reason) => {
  expect(signUpProblemText(thrown(code))).toBe(`Failed to create an account. ${reason}`);
});

test('a sign-up that fails by no fault of the provider’s gives no reason', () => {
  expect(signUpProblemText('no error at all')).toBe('Failed to create an account.');
});
