import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { retriedMails, retryMails } from './retry-mails.ts';

/** The call with which an admin retries failed mails. */
export const mailRoutes = [
  route({
    method: 'POST',
    path: '/api/mails/retry',
    access: 'admin',
    sendsMails: true,
    tag: 'Operations',
    summary: 'Retry the emails that were given up on in the last 30 days',
    description:
      'Leaves out emails to people whose data was erased or who unsubscribed, and links that have expired. Audited.',
    answers: onlyJson('Number of emails that were queued again', retriedMails, { mails: 2 }),
    handle: async ({ context }) => json(await retryMails(context)),
  }),
];
