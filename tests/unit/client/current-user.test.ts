import type { User } from 'firebase/auth';
import { afterEach, expect, test, vi } from 'vitest';
import { storedSession } from '../../../src/client/session.ts';
import { watchCurrentUser } from '../../../src/client/accounts/current-user.ts';

const firebase = vi.hoisted(() => ({ change: (_user: User | null): void => undefined }));
vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));
vi.mock('../../../src/client/identity.ts', () => ({
  readUser: () => Promise.resolve(null),
  watchUser: (changed: (user: User | null) => void) => {
    firebase.change = changed;
    return () => undefined;
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A user whose claims arrive when `answer` is called. */
function newUser() {
  const { promise, resolve } = Promise.withResolvers<{ claims: object }>();
  const user = { uid: 'u', email: null, emailVerified: false, getIdTokenResult: () => promise };
  return {
    user: user as unknown as User,
    answer: async () => {
      resolve({ claims: {} });
      await vi.waitFor(() => promise);
      await new Promise(setImmediate);
    },
  };
}

test('a user who signs out while their claims are read stays signed out', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const kinds: string[] = [];
  await watchCurrentUser(({ kind }) => kinds.push(kind));

  const stayingUser = newUser();
  firebase.change(stayingUser.user);
  await stayingUser.answer();
  expect([kinds, storedSession()]).toEqual([['in'], 'in']);

  const leavingUser = newUser();
  firebase.change(leavingUser.user);
  firebase.change(null);
  await leavingUser.answer();
  expect([kinds, storedSession()]).toEqual([['in', 'out'], null]);
});
