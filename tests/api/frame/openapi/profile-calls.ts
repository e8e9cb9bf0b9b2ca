import { newEmail, unique } from '../../factories.ts';
import { type Caller, withToken, type WorkingCalls } from './working-call.ts';

/** The calls of profiles at one of their two addresses. */
export function profileCalls({ api, admin }: Caller, prefix: '/api' | ''): WorkingCalls {
  return {
    [`GET ${prefix}/user-profiles/user/:userId`]: async () => [
      'GET',
      `${prefix}/user-profiles/user/${await newProfile({ api, admin }, prefix)}`,
    ],
    [`GET ${prefix}/user-profiles/admin/statistics`]: () => [
      'GET',
      `${prefix}/user-profiles/admin/statistics`,
      undefined,
      withToken(admin),
    ],
    [`GET ${prefix}/user-profiles`]: () => ['GET', `${prefix}/user-profiles`, undefined, withToken(admin)],
    [`GET ${prefix}/user-profiles/email/:email`]: async () => {
      const email = newEmail();
      await api.call('POST', `${prefix}/user-profiles`, { userId: unique(), email }, withToken(admin));
      return [
        'GET',
        `${prefix}/user-profiles/email/${encodeURIComponent(email)}`,
        undefined,
        withToken(admin),
      ];
    },
    [`POST ${prefix}/user-profiles`]: () => [
      'POST',
      `${prefix}/user-profiles`,
      { userId: unique() },
      withToken(admin),
    ],
    [`PUT ${prefix}/user-profiles/user/:userId/upsert`]: () => [
      'PUT',
      `${prefix}/user-profiles/user/${unique()}/upsert`,
      { name: 'New' },
      withToken(admin),
    ],
    [`DELETE ${prefix}/user-profiles/user/:userId`]: async () => [
      'DELETE',
      `${prefix}/user-profiles/user/${await newProfile({ api, admin }, prefix)}`,
      undefined,
      withToken(admin),
    ],
  };
}

async function newProfile({ api, admin }: Caller, prefix: string): Promise<string> {
  const userId = `user-${unique()}`;
  await api.call('POST', `${prefix}/user-profiles`, { userId, name: 'New' }, withToken(admin));
  return userId;
}
