import * as z from 'zod/mini';
import { newSignIn, passwordChange } from '../../../shared/schemas/account.ts';
import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { changePassword } from './change-password.ts';
import { reportSecondFactor } from './second-factor.ts';
import { endSessions, listSessions, recordSignIn, session } from './sign-ins.ts';

const signedInAt = '2026-11-03T09:30:00.000Z';

/** The calls about the caller's own account. */
export const ownAccountRoutes = [
  route({
    method: 'PUT',
    path: '/api/account/password',
    access: 'signed-in',
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Change your password',
    description: 'Ends all sessions, including this one.',
    body: {
      schema: passwordChange,
      example: { currentPassword: 'a short and loud morning', newPassword: 'a long and quiet evening' },
    },
    answers: { 204: { description: 'The password is changed' } },
    problems: [
      'password-wrong',
      'new-password-too-short',
      'password-common',
      'password-leaked',
      'password-refused',
      'account-email-missing',
    ],
    handle: ({ context, body }) => changePassword(context, body),
  }),

  route({
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Report that you turned two-step sign-in on or off',
    description: 'Emails you what Firebase says about the account now.',
    answers: onlyJson('The email is queued', z.object({ has_factor: z.boolean() }), { has_factor: true }),
    problems: ['account-email-missing'],
    handle: async ({ context }) => json({ has_factor: await reportSecondFactor(context) }),
  }),

  route({
    method: 'POST',
    path: '/api/account/sessions',
    access: 'signed-in',
    tag: 'Accounts',
    summary: 'Record the sign-in of this session',
    description: 'Stores the time and a short name of the browser.',
    body: { schema: newSignIn, example: { replaces: null } },
    answers: { 204: { description: 'The sign-in is recorded' } },
    handle: ({ c, context, body }) => recordSignIn(context, c.req.header('user-agent') ?? '', body.replaces),
  }),

  route({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signed-in',
    tag: 'Accounts',
    summary: 'List where your account is signed in',
    answers: onlyJson(
      'The newest 50 sessions of the last 90 days',
      z.object({ sessions: z.array(session) }),
      {
        sessions: [{ browser: 'Firefox on Windows', signed_in_at: signedInAt, is_current: true }],
      },
    ),
    handle: async ({ c, context }) =>
      json({ sessions: await listSessions(context, c.req.header('user-agent') ?? '') }),
  }),

  route({
    method: 'POST',
    path: '/api/account/sessions/end',
    access: 'signed-in',
    needsFreshSignIn: true,
    tag: 'Accounts',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions, including this one.',
    answers: { 204: { description: 'All sessions are over' } },
    handle: ({ context }) => endSessions(context),
  }),
];
