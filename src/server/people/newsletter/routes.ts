import * as z from 'zod/mini';
import { html } from 'hono/html';
import { subscriptionMessages as texts } from '../../../shared/messages/newsletter.ts';
import type { LeaveReason } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { route } from '../../frame/http/route.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import { notice, pageAnswer } from '../../frame/http/plain-page.ts';
import { confirmSubscription, findByToken, leaveNewsletter } from './subscription.ts';
import { findByLetterToken, stopLetters } from '../../money/affiliates/choose-mails.ts';

const query = z.object({ token: z._default(z.string(), '') });

const pages = {
  200: { description: 'A page', text: 'text/html' },
  404: { description: 'A page that says that the link is not valid anymore', text: 'text/html' },
} as const;

const errorPage = { title: 'Newsletter', href: '/', link: 'Back to the home page' } as const;

/**
 * The pages behind the links of the newsletter's mails. A GET only shows a button and changes nothing, because mail scanners
 * open every link.
 */
export const newsletterRoutes = [
  route({
    method: 'GET',
    path: '/api/newsletter/confirm',
    access: 'public',
    tag: 'Newsletter',
    summary: 'Show the page that confirms a subscription',
    query,
    answers: pages,
    errorPage,
    handle: async ({ context, query: { token } }) => {
      const found = await findByToken(context, 'newsletter-confirm', token);
      if (found?.state === 'asked')
        return answer(question(texts.confirmQuestion(found.email), texts.confirm), texts.expired);
      return answer(found && done(found.state === 'confirmed' ? texts.confirmed : texts.left), texts.expired);
    },
  }),

  route({
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'public',
    tag: 'Newsletter',
    summary: 'Confirm a subscription',
    query,
    answers: pages,
    errorPage,
    handle: async ({ context, query: { token } }) => {
      const found = await findByToken(context, 'newsletter-confirm', token);
      if (found) await confirmSubscription(context, found);
      return answer(found && done(found.state === 'left' ? texts.left : texts.confirmed), texts.expired);
    },
  }),

  route({
    method: 'GET',
    path: '/api/newsletter/leave',
    access: 'public',
    tag: 'Newsletter',
    summary: 'Show the page that ends a subscription, or the letters to an affiliate',
    query,
    answers: pages,
    errorPage,
    handle: async ({ context, query: { token } }) => {
      const letters = await findLetters(context, token);
      return answer(letters && (letters.isOver ? done(letters.left) : letters.ask()), texts.unknown);
    },
  }),

  route({
    method: 'POST',
    path: '/api/newsletter/leave',
    access: 'public',
    tag: 'Newsletter',
    summary: 'End a subscription, or the letters to an affiliate',
    description:
      'The page’s button and the button of email programs (RFC 8058) send this. The token is in the address, so no sign-in is needed. The token of a letter to affiliates stops only these letters.',
    query,
    answers: pages,
    errorPage,
    handle: async ({ c, context, query: { token } }) => {
      const letters = await findLetters(context, token);
      await letters?.end((await isOneClick(c)) ? 'one-click' : 'page');
      return answer(letters && done(letters.left), texts.unknown);
    },
  }),
];

const home = html`<a class="button" href="/">Back to the home page</a>`;

/** Answers with a page, or says that the token is not valid anymore. */
function answer(content: unknown, missing: string): Promise<Answer<never>> {
  return content
    ? pageAnswer('Newsletter', content, 200)
    : pageAnswer('Newsletter', html`${notice(missing, 'error')} ${home}`, 404);
}

function done(text: string) {
  return html`${notice(text, 'success')} ${home}`;
}

/** Finds what the token of a mail can end: the newsletter, or the letters to an affiliate. */
async function findLetters(context: Context, token: string) {
  const subscription = await findByToken(context, 'newsletter-leave', token);
  if (subscription)
    return {
      isOver: subscription.state === 'left',
      ask: () => question(texts.leaveQuestion(subscription.email), texts.leave),
      left: texts.left,
      end: (reason: LeaveReason) => leaveNewsletter(context, subscription, reason),
    };
  const affiliate = await findByLetterToken(context, token);
  return (
    affiliate && {
      isOver: !affiliate.wantsLetters,
      ask: () => question(texts.affiliateQuestion, texts.stop),
      left: texts.affiliateLeft,
      end: () => stopLetters(context, affiliate.id),
    }
  );
}

/** A question with one button. The form is sent to the address of the page, which holds the token. */
function question(text: string, label: string) {
  return html`
    <p>${text}</p>
    <form class="form" method="post">
      <div class="form-actions"><button class="button button-primary">${label}</button></div>
    </form>
  `;
}

/** True for the request of a mail program's own button. */
async function isOneClick(c: RequestContext): Promise<boolean> {
  return new URLSearchParams(await c.req.text()).get('List-Unsubscribe') === 'One-Click';
}
