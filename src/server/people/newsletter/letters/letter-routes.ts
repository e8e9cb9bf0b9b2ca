import * as z from 'zod/mini';
import { json } from '../../../frame/http/answer.ts';
import { describeJson, onlyJson, route } from '../../../frame/http/route.ts';
import type { RequestContext } from '../../../frame/http/types.ts';
import type { BuiltLetter } from '../../../../shared/schemas/letter.ts';
import { letterSummary, listLetters } from './list-letters.ts';
import { pauseLetter } from './pause-letter.ts';
import { letterPreview, previewLetter } from './preview-letter.ts';
import { sendLetter } from './send-letter.ts';
import { testLetter } from './test-letter.ts';

const slug = {
  description: 'The name of the letter’s file, without `.md`',
  example: 'version-1-0',
  schema: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]*$/)),
  missing: 'letter-not-found',
} as const;

const subject = 'What is new in November';
const preview = 'Groups, and a faster import.';

/** The calls with which admins preview, test, send and pause letters. */
export const letterRoutes = [
  route({
    method: 'GET',
    path: '/api/letters',
    access: 'viewer',
    tag: 'Newsletter',
    summary: 'List letters',
    answers: onlyJson(
      'The letters of this build, and every letter that was sent',
      z.object({ letters: z.array(letterSummary) }),
      {
        letters: [
          {
            slug: slug.example,
            audience: 'readers',
            subject,
            preview,
            state: 'sending',
            recipients: 184,
            sent: 120,
            waiting: 63,
            failed: 0,
            cancelled: 1,
            queued_at: '2026-11-04T12:00:00.000Z',
            sent_by: 'admin@mail.example',
          },
        ],
      },
    ),
    handle: async ({ c, context }) => json({ letters: await listLetters(context, await builtLetters(c)) }),
  }),

  route({
    method: 'GET',
    path: '/api/letters/:slug',
    access: 'viewer',
    tag: 'Newsletter',
    summary: 'Preview a letter as an email',
    params: { slug },
    answers: onlyJson('The email', letterPreview, {
      slug: slug.example,
      subject,
      preview,
      html: '<!doctype html>…',
      text: 'Hello, …',
    }),
    problems: ['letter-not-found'],
    handle: async ({ c, context, params }) =>
      json(await previewLetter(context, await builtLetters(c), params.slug, c.get('services').mail?.siteUrl)),
  }),

  route({
    method: 'POST',
    path: '/api/letters/:slug/test',
    access: 'admin',
    sendsMails: true,
    tag: 'Newsletter',
    summary: 'Send a letter to yourself',
    params: { slug },
    answers: {
      202: describeJson('The email is waiting to be sent', z.object({ email: z.string() }), {
        email: 'admin@mail.example',
      }),
    },
    problems: ['letter-not-found', 'email-required'],
    handle: async ({ c, context, params }) => {
      const email = await testLetter(context, await builtLetters(c), params.slug);
      return json({ email }, 202);
    },
  }),

  route({
    method: 'POST',
    path: '/api/letters/:slug/send',
    access: 'admin',
    needsFreshSignIn: true,
    tag: 'Newsletter',
    summary: 'Send a letter to its audience',
    description: 'A letter is sent once. The emails wait in the outbox, and a scheduled function sends them.',
    params: { slug },
    body: {
      schema: z.object({
        recipients: z.int32().check(z.gte(1), z.describe('The number of recipients that the admin saw')),
      }),
      example: { recipients: 184 },
    },
    answers: { 204: { description: 'The emails are waiting to be sent' } },
    problems: ['seller-invented', 'letter-not-found', 'letter-already-sent', 'letter-recipients-changed'],
    handle: async ({ c, context, params, body }) =>
      sendLetter(context, await builtLetters(c), params.slug, body.recipients),
  }),

  route({
    method: 'POST',
    path: '/api/letters/:slug/pause',
    access: 'admin',
    tag: 'Newsletter',
    summary: 'Pause the unsent emails of a letter',
    params: { slug },
    answers: { 204: { description: 'The letter is paused' } },
    problems: ['letter-not-found', 'letter-not-sent'],
    handle: ({ context, params }) => pauseLetter(context, params.slug, true),
  }),

  route({
    method: 'POST',
    path: '/api/letters/:slug/resume',
    access: 'admin',
    tag: 'Newsletter',
    summary: 'Resume a paused letter',
    params: { slug },
    answers: { 204: { description: 'Sending has resumed' } },
    problems: ['letter-not-found', 'letter-not-sent'],
    handle: ({ context, params }) => pauseLetter(context, params.slug, false),
  }),
];

function builtLetters(c: RequestContext): Promise<readonly BuiltLetter[]> {
  return c.get('services').letters();
}
