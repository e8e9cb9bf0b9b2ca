import * as z from 'zod/mini';
import { html } from 'hono/html';
import { subscriptionMessages as texts } from '../../../shared/messages/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { route } from '../../frame/http/route.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import type { TokenPurpose } from '../../frame/mail/templates/template.ts';
import { notice, pageAnswer } from '../../frame/http/plain-page.ts';
import {
  confirmSubscription,
  findByToken,
  leaveNewsletter,
  type NewsletterSubscription,
} from './subscription.ts';
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
    handle: ({ context, query: { token } }) =>
      answer(context, 'newsletter-confirm', token, (subscription) =>
        subscription.state === 'asked'
          ? question(texts.confirmQuestion(subscription.email), texts.confirm)
          : html`${notice(subscription.state === 'confirmed' ? texts.confirmed : texts.left, 'success')}
            ${home}`,
      ),
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
    handle: ({ context, query: { token } }) =>
      answer(context, 'newsletter-confirm', token, async (subscription) => {
        await confirmSubscription(context, subscription);
        return html`${notice(subscription.state === 'left' ? texts.left : texts.confirmed, 'success')} ${home}`;
      }),
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
    handle: async ({ context, query: { token } }) =>
      (await answerAffiliate(context, token, false)) ??
      answer(context, 'newsletter-leave', token, (subscription) =>
        subscription.state === 'left'
          ? html`${notice(texts.left, 'success')} ${home}`
          : question(texts.leaveQuestion(subscription.email), texts.leave),
      ),
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
    handle: async ({ c, context, query: { token } }) =>
      (await answerAffiliate(context, token, true)) ??
      answer(context, 'newsletter-leave', token, async (subscription) => {
        await leaveNewsletter(context, subscription, (await isOneClick(c)) ? 'one-click' : 'page');
        return html`${notice(texts.left, 'success')} ${home}`;
      }),
  }),
];

const home = html`<a class="button" href="/">Back to the home page</a>`;

/** Answers with the page of the subscription that the token names. */
async function answer(
  context: Context,
  purpose: TokenPurpose,
  token: string,
  show: (subscription: NewsletterSubscription) => unknown,
): Promise<Answer<never>> {
  const subscription = await findByToken(context, purpose, token);
  if (subscription) return pageAnswer('Newsletter', await show(subscription), 200);
  const text = purpose === 'newsletter-confirm' ? texts.expired : texts.unknown;
  return pageAnswer('Newsletter', html`${notice(text, 'error')} ${home}`, 404);
}

/**
 * Answers with the page of a letter to affiliates, whose letters stop if its button is pressed. Returns null if the token is not of
 * such a letter.
 */
async function answerAffiliate(
  context: Context,
  token: string,
  isPressed: boolean,
): Promise<Answer<never> | null> {
  const affiliate = await findByLetterToken(context, token);
  if (!affiliate) return null;
  if (isPressed) await stopLetters(context, affiliate.id);
  const body =
    isPressed || !affiliate.wantsLetters
      ? html`${notice(texts.affiliateLeft, 'success')} ${home}`
      : question(texts.affiliateQuestion, texts.stop);
  return pageAnswer('Newsletter', body, 200);
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
