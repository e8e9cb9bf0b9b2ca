import * as z from 'zod/mini';
import { json } from '../../frame/http/answer.ts';
import { downloadJson } from '../../frame/http/download.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { leaveProgram, leaveResult } from './leave-program.ts';

const email = 'ada@mail.example';

/** Names the account, so that a page that still shows another account changes nothing. */
const accountInput = z.object({
  email: z.nullable(z.string()).check(z.describe('The address of the account that the caller saw')),
});

/** The call with which an affiliate leaves the program. */
export const leaveRoutes = [
  route({
    method: 'POST',
    path: '/api/affiliates/leave',
    access: 'signed-in',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Affiliates',
    summary: 'Leave the affiliate program',
    description:
      'The caller’s codes earn nothing from now on. Earnings are still paid, even below the minimum. The record is closed once nothing is left to be paid. Needs a confirmed address. A repeated call changes nothing. Audited.',
    body: { schema: accountInput, example: { email } },
    answers: onlyJson('The caller has left the program', leaveResult, { closed: false }),
    problems: ['account-differs', 'email-unverified', 'affiliate-not-found'],
    handle: async ({ context, body }) => json(await leaveProgram(context, body.email)),
  }),
];

/** The calls with which a person takes the data along and deletes the account. */
export const accountEndRoutes = [
  route({
    method: 'GET',
    path: '/api/account/export',
    access: 'signed-in',
    tag: 'Accounts',
    summary: 'Export all data about the caller',
    description: 'The account, and all stored data about its confirmed address, by table.',
    answers: onlyJson(
      'The account, and all stored data by table',
      z.looseObject({
        account: z.object({ uid: z.string(), email: z.string(), email_verified: z.boolean() }),
        as_of: z.iso.datetime(),
      }),
      {
        account: { uid: 'vYk2mN8qLzT4', email, email_verified: true },
        as_of: '2026-11-05T00:00:00.000Z',
        affiliates: [],
      },
      { headers: ['Content-Disposition'] },
    ),
    problems: ['email-unverified', 'address-spelling-differs'],
    handle: async ({ c, context }) => downloadJson(c, 'my-account', await exportAccount(context)),
  }),

  route({
    method: 'POST',
    path: '/api/account/delete',
    access: 'signed-in',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Delete the caller’s account',
    description:
      'Leaves the affiliate program, and deletes the profile and the account. Purchases stay. An affiliate record with money still due stays until the money is paid. Accounts with a staff role are refused. Audited.',
    body: { schema: accountInput, example: { email } },
    answers: { 204: { description: 'The account is deleted' } },
    problems: ['account-differs', 'account-is-staff'],
    handle: ({ context, body }) => deleteAccount(context, body.email),
  }),
];
