import type { User } from 'firebase/auth';
import { afterEach, expect, test, vi } from 'vitest';
import { knownSession } from '../../../src/client/session.ts';
import { watchCurrentUser } from '../../../src/client/accounts/current-user.ts';

const provider = vi.hoisted(() => ({ change: (_user: User | null): void => undefined }));
vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));
vi.mock('../../../src/client/identity.ts', () => ({
  knownUser: () => Promise.resolve(null),
  watchUser: (changed: (user: User | null) => void) => {
    provider.change = changed;
    return () => undefined;
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Somebody whose claims come when `answer` is called. */
const newUser = () => {
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
};

test('the session of whoever left while their claims were read does not come back', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const seen: string[] = [];
  await watchCurrentUser(({ kind }) => seen.push(kind));

  const stays = newUser();
  provider.change(stays.user);
  await stays.answer();
  expect([seen, knownSession()]).toEqual([['in'], 'in']);

  const leaves = newUser();
  provider.change(leaves.user);
  provider.change(null);
  await leaves.answer();
  expect([seen, knownSession()]).toEqual([['in', 'out'], null]);
});
