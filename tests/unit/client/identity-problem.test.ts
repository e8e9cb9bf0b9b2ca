import { describe, expect, test } from 'vitest';
import { fetched } from '../../../src/client/fetched.ts';
import { identityProblem, signUpProblem } from '../../../src/client/accounts/identity-problem.ts';

const thrown = (code: string): Error => Object.assign(new Error('Firebase: Error'), { code: `auth/${code}` });

describe('on every screen', () => {
  test.each([
    ['network-request-failed', 'identity-unreachable'],
    ['too-many-requests', 'too-many-attempts'],
    ['user-disabled', 'account-disabled'],
    ['user-token-expired', 'session-ended'],
    ['requires-recent-login', 'session-ended'],
  ])('%s has words of its own', (code, row) => {
    expect(identityProblem(thrown(code))).toBe(row);
    expect(signUpProblem(thrown(code))).toBe(row);
  });

  test('a client that could not be fetched is a lost connection, and a mistake of ours is none', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const error: unknown = await fetched(Promise.reject(cause)).catch((thrown: unknown) => thrown);
    expect(identityProblem(error)).toBe('identity-unreachable');
    expect(error).toMatchObject({ cause });
    expect(identityProblem(new TypeError('undefined is not a function'))).toBeUndefined();
  });
});

test('what was wrong with an address or a password is told apart by no login', () => {
  const codes = ['wrong-password', 'invalid-email', 'user-not-found', 'invalid-credential', 'internal-error'];
  for (const code of codes) expect(identityProblem(thrown(code))).toBeUndefined();
});

test('a sign-up says what the provider refused', () => {
  expect(signUpProblem(thrown('email-already-in-use'))).toBe('account-exists');
  expect(signUpProblem(thrown('weak-password'))).toBe('password-weak');
  expect(signUpProblem(thrown('password-does-not-meet-requirements'))).toBe('password-weak');
  expect(signUpProblem(thrown('operation-not-allowed'))).toBeUndefined();
  expect(signUpProblem('no error at all')).toBeUndefined();
});
