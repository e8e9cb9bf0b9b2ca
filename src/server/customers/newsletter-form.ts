import { html, raw } from 'hono/html';
import { newsletterMessages } from '../../shared/messages/site.ts';
import { problem } from '../../shared/problems.ts';
import { newsletterProblemText } from '../../shared/problems/newsletter.ts';
import { customerInput } from '../../shared/schemas/customer.ts';
import { hashSource, policyText } from '../../shared/security-headers.ts';
import { site } from '../../shared/site.ts';
import { subscribeCustomer } from './subscribe-customer.ts';
import type { Answer } from '../http/answer.ts';
import { retryHeader, toProblem } from '../http/errors.ts';
import { parseInput } from '../http/input.ts';
import type { RequestContext } from '../http/types.ts';

/** The one style that stands in the page: moving to it and from it fades as between all pages. */
const pageStyle = '@view-transition{navigation:auto}';

/** Whether a request is the newsletter form sent by the browser itself, before its script took over. */
export const isFormPost = (c: RequestContext): boolean =>
  (c.req.header('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');

interface FormState {
  readonly name: string;
  readonly email: string;
  readonly error: string;
  /** The page that the form was first sent from. */
  readonly back: string;
}

const form = ({ name, email, error, back }: FormState) => html`
  <p class="notice" role="alert" data-kind="error">${error}</p>
  <form class="form" method="post" action="/api/customers">
    <input type="hidden" name="back" value="${back}" />
    <div class="field">
      <label for="name">Name <span class="optional">(optional)</span></label>
      <input id="name" name="name" autocomplete="name" maxlength="100" value="${name}" />
    </div>
    <div class="field">
      <label for="email">Email</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        required
        maxlength="255"
        value="${email}"
      />
    </div>
    <div class="form-actions"><button class="button button-primary">Subscribe</button></div>
  </form>
`;

const success = html`
  <p class="notice" role="status" data-kind="success">${newsletterMessages.subscribed}</p>
`;

const wayBackLink = (back: string) =>
  html`<a class="button" href="${back}">
    ${back === '/' ? 'Back to the home page' : 'Back to where you were'}
  </a>`;

const page = (body: unknown, back: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>Newsletter · ${site.product}</title>
        ${raw(`<style>${pageStyle}</style>`)}
        <link rel="stylesheet" href="/plain.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header class="site-header" data-faces>
          <div class="page">
            <a class="brand" href="/"><img src="/favicon.svg" alt="" />${site.product}</a>
          </div>
        </header>
        <main data-faces>
          <div class="page">
            <h1 data-faces>Newsletter</h1>
            ${body} ${wayBackLink(back)}
          </div>
        </main>
        <footer class="site-footer" data-faces>
          <div class="page">
            <ul>
              <li><a href="/privacy-policy">Privacy Policy</a></li>
              <li><a href="/contact-us">Contact Us</a></li>
            </ul>
          </div>
        </footer>
      </body>
    </html>`;

/** An answer that is a page: its policy allows its one style and the site's own, and the form to be sent here. */
const formAnswer = async (body: unknown, back: string, status: number): Promise<Answer<never>> => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': policyText({
      'default-src': ["'none'"],
      'style-src': ["'self'", await hashSource(pageStyle)],
      'img-src': ["'self'"],
      'font-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    }),
  },
  body: String(await page(body, back)),
});

/** The page that the form was sent from. A form in an answer of ours carries the page that the first one was sent from. */
const backOf = (c: RequestContext, typed: URLSearchParams): string => {
  const here = c.req.url;
  const back = wayBack(c.req.header('referer'), here);
  return back.startsWith('/api/') ? wayBack(URL.parse(typed.get('back') ?? '/', here)?.href, here) : back;
};

/** Answers the plain form post with a page; what was typed stands in it again when something is wrong. */
export const subscribeByForm = async (c: RequestContext): Promise<Answer<never>> => {
  const typed = new URLSearchParams(await c.req.text());
  const name = typed.get('name') ?? '';
  const email = typed.get('email') ?? '';
  const back = backOf(c, typed);
  try {
    if (!email.trim()) throw problem('email-required');
    await subscribeCustomer(c.get('context'), parseInput(customerInput, { name, email }));
    return await formAnswer(success, back, 201);
  } catch (error) {
    const found = toProblem(error);
    const text = found.status >= 500 ? newsletterProblemText('subscribe-failed-retry') : found.message;
    const answer = await formAnswer(form({ name, email, error: text, back }), back, found.status);
    return { ...answer, headers: { ...answer.headers, ...retryHeader(found) }, error: found };
  }
};

/** True for a path that browsers keep on this site: they read a backslash as a slash. */
const isPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/**
 * Returns the path of the page that a form was sent from, `/` if it is not a page of this site. It never leads elsewhere:
 * only the path of an address with the same host counts. `here` is the address of the call.
 */
export function wayBack(referer: string | undefined, here: string): string {
  const from = URL.parse(referer ?? '');
  const isOwn =
    from !== null &&
    /^https?:$/.test(from.protocol) &&
    from.host === new URL(here).host &&
    isPath(from.pathname);
  return isOwn ? from.pathname : '/';
}
