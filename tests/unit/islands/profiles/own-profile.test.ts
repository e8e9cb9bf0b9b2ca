import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { forgetCredentials, holdCredentials } from '../../../../src/client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../../../src/client/accounts/current-user.ts';
import { isOwnTarget, memberOf, ownPrefill } from '../../../../src/islands/profiles/profile-record.ts';

vi.mock('../../../../src/client/config.ts', () => ({ config: { identity: {} } }));

// Test files share modules: the next file must not get these with this configuration.
afterAll(() => {
  vi.resetModules();
});

const ada: SignedIn = {
  kind: 'in',
  uid: 'uid-ada',
  email: 'Ada@mail.example',
  emailVerified: true,
  admin: false,
  claims: {},
};

afterEach(() => {
  forgetCredentials();
});

test('a member reaches only their own profile; an admin, a service and a visitor are no members', () => {
  expect(memberOf(ada)).toBe(ada);
  expect(memberOf({ ...ada, admin: true })).toBeNull();
  expect(memberOf({ kind: 'out', ended: false })).toBeNull();
  expect(memberOf({ kind: 'unconfigured' })).toBeNull();
  holdCredentials({ name: 'machine', password: 'secret' });
  expect(memberOf(ada)).toBeNull();
});

test.each([
  [{ id: 'uid-ada' }, true],
  [{ id: 'UID-ADA' }, false],
  [{ id: 'uid-bob' }, false],
  [{ email: 'ada@MAIL.example' }, true],
  [{ email: 'bob@mail.example' }, false],
])('%j is the own profile of Ada: %s', (target, own) => {
  expect(isOwnTarget(target, ada)).toBe(own);
});

test('an account without an address owns no profile by address', () => {
  expect(isOwnTarget({ email: 'ada@mail.example' }, { ...ada, email: null })).toBe(false);
});

test('a first own profile begins with the confirmed address, and without an unconfirmed one', () => {
  expect(ownPrefill(ada)).toEqual({ userId: 'uid-ada', email: 'Ada@mail.example' });
  expect(ownPrefill({ ...ada, emailVerified: false })).toEqual({ userId: 'uid-ada', email: null });
});
