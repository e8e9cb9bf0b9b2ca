import type { ApiCalls } from '../../../../src/server/routes.ts';
import { newEmail, unique } from '../../factories.ts';
import { open, profileChange, profiles, type Row } from './access-row.ts';
import { adminAccess } from './admin-access.ts';
import { moneyAccess } from './money-access.ts';
import { peopleAccess } from './people-access.ts';

/** The email of a profile that belongs to no caller of the tests. */
export const stranger = newEmail('stranger');

/** Expected access to the profile calls at one of their two addresses. */
function profileRows(prefix: string): [call: string, row: Row][] {
  const path = `${prefix}/user-profiles`;
  return [
    [
      `GET ${path}/user/:userId`,
      { who: { ...open, service: 'yes' }, path: () => `${path}/user/seed-pia`, yes: [200] },
    ],
    [`GET ${path}/admin/statistics`, { who: profiles, yes: [200] }],
    [`GET ${path}`, { who: profiles, yes: [200] }],
    [`GET ${path}/email/:email`, { who: profiles, path: () => `${path}/email/${stranger}`, yes: [200] }],
    [`POST ${path}`, { who: profileChange, body: () => ({ userId: unique() }), yes: [201] }],
    [
      `PUT ${path}/user/:userId/upsert`,
      { who: profileChange, path: () => `${path}/user/${unique()}/upsert`, body: () => ({}), yes: [201] },
    ],
    [
      `DELETE ${path}/user/:userId`,
      { who: profileChange, path: () => `${path}/user/nobody`, yes: [404, 'profile-not-found'] },
    ],
  ];
}

const otherRows: Record<Exclude<keyof ApiCalls, `${string}/user-profiles${string}`>, Row> = {
  ...peopleAccess,
  ...moneyAccess,
  ...adminAccess,
};

/** Expected access to every call of the API. */
export const expected: Readonly<Record<string, Row>> = {
  ...otherRows,
  ...Object.fromEntries(['/api', ''].flatMap(profileRows)),
};
