import { afterEach, expect, test, vi } from 'vitest';
import {
  clearServiceCredentials,
  setServiceCredentials,
} from '../../../../src/client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../../../src/client/accounts/current-user.ts';
import { isOwnTarget, ownAccountOf, ownPrefill } from '../../../../src/islands/profiles/profile-record.ts';

vi.mock('../../../../src/client/config.ts', () => ({ config: { identity: {} } }));

const ada: SignedIn = {
  kind: 'in',
  uid: 'uid-ada',
  email: 'Ada@mail.example',
  emailVerified: true,
  role: null,
  hasSecondFactor: false,
  claims: {},
};

afterEach(() => {
  clearServiceCredentials();
});

test('a signed-in user is a member, but somebody with a role, a service and a visitor are not', () => {
  expect(ownAccountOf(ada)).toBe(ada);
  expect(ownAccountOf({ ...ada, role: 'viewer' })).toBeNull();
  expect(ownAccountOf({ kind: 'out', ended: false })).toBeNull();
  expect(ownAccountOf({ kind: 'unconfigured' })).toBeNull();
  setServiceCredentials({ name: 'machine', secret: 'secret' });
  expect(ownAccountOf(ada)).toBeNull();
});

test.each([
  [{ id: 'uid-ada' }, true],
  [{ id: 'UID-ADA' }, false],
  [{ id: 'uid-bob' }, false],
  [{ email: 'ada@MAIL.example' }, true],
  [{ email: 'bob@mail.example' }, false],
])('%j is Ada’s own profile: %s', (target, own) => {
  expect(isOwnTarget(target, ada)).toBe(own);
});

test('an account without an email owns no profile by email', () => {
  expect(isOwnTarget({ email: 'ada@mail.example' }, { ...ada, email: null })).toBe(false);
});

test('a new profile starts with the confirmed email, and without an unconfirmed email', () => {
  expect(ownPrefill(ada)).toEqual({ userId: 'uid-ada', email: 'Ada@mail.example' });
  expect(ownPrefill({ ...ada, emailVerified: false })).toEqual({ userId: 'uid-ada', email: null });
});
