import * as z from 'zod/mini';
import { addressChange, addressToken, newSignIn, passwordChange } from '../../shared/schemas/account.ts';
import { empty, json } from '../http/answer.ts';
import { route } from '../http/route.ts';
import { changePassword } from './change-password.ts';
import { confirmAddress } from './confirm-address.ts';
import { reportSecondFactor } from './second-factor.ts';
import { requestAddress } from './request-address.ts';
import { endSessions, listSessions, recordSignIn, session } from './sign-ins.ts';
import { undoAddress } from './undo-address.ts';

const email = 'ada@new.example';
const token = '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f4a01.R0dM';
const signedInAt = '2026-11-03T09:30:00.000Z';

const usedLink = {
  200: {
    description: 'The address of the account',
    json: { schema: z.object({ email: z.string() }), example: { email } },
  },
} as const;

/** The calls about the caller's own account, and those of the links in mails about its address. */
export const ownAccountRoutes = [
  route({
    method: 'PUT',
    path: '/api/account/password',
    access: 'signed-in',
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Change your password',
    description: 'Ends all sessions, also that of this call.',
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
    handle: async ({ context, body }) => {
      await changePassword(context, body);
      return empty();
    },
  }),

  route({
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Report that you added or removed a second factor',
    description: 'Mails you what Firebase says about the account now.',
    answers: {
      200: {
        description: 'The mail is queued',
        json: { schema: z.object({ has_factor: z.boolean() }), example: { has_factor: true } },
      },
    },
    problems: ['account-email-missing'],
    handle: async ({ context }) => json({ has_factor: await reportSecondFactor(context) }),
  }),

  route({
    method: 'POST',
    path: '/api/account/address',
    access: 'signed-in',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Ask for another email address of your account',
    description:
      'Mails a link to the new address, and a notice to the old one. The answer is the same if another account has the new address.',
    body: { schema: addressChange, example: { email } },
    answers: {
      202: {
        description: 'The link is mailed',
        json: { schema: z.object({ email: z.string() }), example: { email } },
      },
    },
    problems: ['email-required', 'email-invalid', 'address-unchanged', 'account-email-missing'],
    handle: async ({ context, body }) => {
      await requestAddress(context, body.email);
      return json({ email: body.email }, 202);
    },
  }),

  route({
    method: 'POST',
    path: '/api/account/address/confirm',
    access: 'public',
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Confirm a new address with its mailed link',
    description: 'Ends all sessions of the account. A repeated call answers the same.',
    body: { schema: addressToken, example: { token } },
    answers: usedLink,
    problems: ['address-link-invalid', 'address-taken'],
    handle: async ({ context, body }) => json({ email: await confirmAddress(context, body.token) }),
  }),

  route({
    method: 'POST',
    path: '/api/account/address/undo',
    access: 'public',
    tag: 'Accounts',
    summary: 'Restore the former address with its mailed link',
    description: 'Ends all sessions of the account, and its password no longer works.',
    body: { schema: addressToken, example: { token } },
    answers: usedLink,
    problems: ['address-link-invalid', 'address-taken'],
    handle: async ({ context, body }) => json({ email: await undoAddress(context, body.token) }),
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
    handle: async ({ c, context, body }) => {
      await recordSignIn(context, c.req.header('user-agent') ?? '', body.replaces);
      return empty();
    },
  }),

  route({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signed-in',
    tag: 'Accounts',
    summary: 'List where your account is signed in',
    answers: {
      200: {
        description: 'The sessions of the last 90 days, newest first',
        json: {
          schema: z.object({ sessions: z.array(session) }),
          example: {
            sessions: [{ browser: 'Firefox on Windows', signed_in_at: signedInAt, is_current: true }],
          },
        },
      },
    },
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
    description: 'Ends all sessions, also that of this call.',
    answers: { 204: { description: 'All sessions are over' } },
    handle: async ({ context }) => {
      await endSessions(context);
      return empty();
    },
  }),
];
