import * as z from 'zod/mini';
import { addressChange, addressToken } from '../../../shared/schemas/account.ts';
import { json } from '../../frame/http/answer.ts';
import { describeJson, route } from '../../frame/http/route.ts';
import { confirmAddress } from './confirm-address.ts';
import { requestAddress } from './request-address.ts';
import { undoAddress } from './undo-address.ts';

const email = 'ada@new.example';
const token = '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f4a01.R0dM';

const usedLink = {
  200: describeJson('The address of the account', z.object({ email: z.string() }), { email }),
} as const;

/** The calls that change the address of the caller's account, and those of the links in mails about it. */
export const addressRoutes = [
  route({
    method: 'POST',
    path: '/api/account/address',
    access: 'signed-in',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Accounts',
    summary: 'Request a new email address for your account',
    description:
      'Emails the new address a link, and the old one a notice. The answer is the same if another account has the new address.',
    body: { schema: addressChange, example: { email } },
    answers: {
      202: describeJson('The link is mailed', z.object({ email: z.string() }), { email }),
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
    description: 'Ends all sessions of the account. A repeated call returns the same result.',
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
    summary: 'Restore the previous address with its emailed link',
    description: 'Ends all sessions of the account, and its password no longer works.',
    body: { schema: addressToken, example: { token } },
    answers: usedLink,
    problems: ['address-link-invalid', 'address-taken'],
    handle: async ({ context, body }) => json({ email: await undoAddress(context, body.token) }),
  }),
];
