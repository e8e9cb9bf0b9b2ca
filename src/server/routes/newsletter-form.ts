import { html, raw } from 'hono/html';
import { newsletterMessages } from '../../shared/messages/newsletter.ts';
import { problem } from '../../shared/problems.ts';
import { newsletterProblemText } from '../../shared/problems/newsletter.ts';
import { customerInput } from '../../shared/schemas/customer.ts';
import { hashSource, policyText } from '../../shared/security-headers.ts';
import { site } from '../../shared/site.ts';
import { subscribeCustomer } from '../domain/customer/subscribe-customer.ts';
import type { Answer } from '../http/answer.ts';
import { retryHeader, toProblem } from '../http/errors.ts';
import { parseInput } from '../http/input.ts';
import type { Request } from '../http/types.ts';

/** The one style that stands in the page: moving to it and from it fades as between all pages. */
const pageStyle = '@view-transition{navigation:auto}';

/** Whether a request is the newsletter form sent by the browser itself, before its script took over. */
export const isFormPost = (c: Request): boolean =>
  (c.req.header('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');

interface FormState {
  readonly name: string;
  readonly email: string;
  readonly error: string | null;
}

const form = ({ name, email, error }: FormState) => html`
  <h1>Newsletter</h1>
  <p role="alert">${error}</p>
  <form method="post" action="/api/customers">
    <label>Name (optional) <input name="name" autocomplete="name" maxlength="100" value="${name}" /></label>
    <label>
      Email <input name="email" type="email" autocomplete="email" required maxlength="255" value="${email}" />
    </label>
    <button>Subscribe</button>
  </form>
`;

const page = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${site.product}</title>
        ${raw(`<style>${pageStyle}</style>`)}
        <link rel="stylesheet" href="/plain.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <main>
          ${body}
          <p><a href="/">Back to the home page</a></p>
        </main>
      </body>
    </html>`;

/** An answer that is a page: its policy allows its one style and no other, and the form to be sent here. */
const formAnswer = async (body: unknown, status: number): Promise<Answer> => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': policyText({
      'default-src': ["'none'"],
      'style-src': ["'self'", await hashSource(pageStyle)],
      'img-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    }),
  },
  body: String(await page('Newsletter', body)),
});

/** Answers the plain form post with a page; what was typed stands in it again when something is wrong. */
export const subscribeByForm = async (c: Request): Promise<Answer> => {
  const typed = new URLSearchParams(await c.req.text());
  const name = typed.get('name') ?? '';
  const email = typed.get('email') ?? '';
  try {
    if (!email.trim()) throw problem('email-required');
    await subscribeCustomer(c.get('context'), parseInput(customerInput, { name, email }));
    return await formAnswer(html`<h1>${newsletterMessages.subscribed}</h1>`, 201);
  } catch (error) {
    const found = toProblem(error);
    const text = found.status >= 500 ? newsletterProblemText('subscribe-failed-retry') : found.message;
    const answer = await formAnswer(form({ name, email, error: text }), found.status);
    return { ...answer, headers: { ...answer.headers, ...retryHeader(found) }, error };
  }
};
