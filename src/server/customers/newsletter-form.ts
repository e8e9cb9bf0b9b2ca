import { html, raw } from 'hono/html';
import { maxLengths } from '../../shared/max-lengths.ts';
import { newsletterMessages } from '../../shared/messages/site.ts';
import { problem } from '../../shared/problems.ts';
import { problemText } from '../../shared/problems/common.ts';
import { customerInput } from '../../shared/schemas/customer.ts';
import { hashSource, policyText } from '../../shared/security-headers.ts';
import { site } from '../../shared/site.ts';
import type { Answer } from '../http/answer.ts';
import { retryAfterHeader, toProblem } from '../http/errors.ts';
import { parseInput } from '../http/input.ts';
import type { RequestContext } from '../http/types.ts';
import { subscribeCustomer } from './subscribe-customer.ts';

/** True for the newsletter form as the browser itself sends it, before the page's script has loaded. */
export function isFormPost(c: RequestContext): boolean {
  return (c.req.header('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** Answers the plain form with a page. After an error the page has the form again, with the submitted values. */
export async function subscribeByForm(c: RequestContext): Promise<Answer<never>> {
  const submitted = new URLSearchParams(await c.req.text());
  const name = submitted.get('name') ?? '';
  const email = submitted.get('email') ?? '';
  const back = backPath(c, submitted);
  try {
    if (!email.trim()) throw problem('email-required');
    await subscribeCustomer(c.get('context'), parseInput(customerInput, { name, email }));
    return await pageAnswer(success, back, 201);
  } catch (error) {
    const failure = toProblem(error);
    const text = failure.status >= 500 ? problemText('subscribe-failed-retry') : failure.message;
    const answer = await pageAnswer(form({ name, email, error: text, back }), back, failure.status);
    return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(failure) }, error: failure };
  }
}

/** Returns the path of the page that the form was first sent from. A form in an answer carries that path in `back`. */
function backPath(c: RequestContext, submitted: URLSearchParams): string {
  const here = c.req.url;
  const back = ownPath(c.req.header('referer'), here);
  return back.startsWith('/api/') ? ownPath(URL.parse(submitted.get('back') ?? '/', here)?.href, here) : back;
}

/**
 * Returns the path of an address on this site, or `/` for any other address, so that the link never leads to another site.
 * `here` is the address of the call.
 */
export function ownPath(address: string | undefined, here: string): string {
  const url = URL.parse(address ?? '');
  const isOwn =
    url !== null && /^https?:$/.test(url.protocol) && url.host === new URL(here).host && isPath(url.pathname);
  return isOwn ? url.pathname : '/';
}

/** True for a path that browsers keep on this site. They read a backslash as a slash. */
function isPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** The only inline style of the page: a cross-fade between pages, as on the rest of the site. */
const pageStyle = '@view-transition{navigation:auto}';

/** Answers with a page. Its policy allows only the inline style, the site's own files, and forms to this site. */
async function pageAnswer(body: unknown, back: string, status: number): Promise<Answer<never>> {
  return {
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
  };
}

interface FormState {
  readonly name: string;
  readonly email: string;
  readonly error: string;
  /** The path of the page that the form was first sent from. */
  readonly back: string;
}

function form({ name, email, error, back }: FormState) {
  return html`
    <p class="notice" role="alert" data-kind="error">${error}</p>
    <form class="form" method="post" action="/api/customers">
      <input type="hidden" name="back" value="${back}" />
      <div class="field">
        <label for="name">Name <span class="optional">(optional)</span></label>
        <input id="name" name="name" autocomplete="name" maxlength="${maxLengths.name}" value="${name}" />
      </div>
      <div class="field">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          required
          maxlength="${maxLengths.email}"
          value="${email}"
        />
      </div>
      <div class="form-actions"><button class="button button-primary">Subscribe</button></div>
    </form>
  `;
}

const success = html`
  <p class="notice" role="status" data-kind="success">${newsletterMessages.subscribed}</p>
`;

function backLink(back: string) {
  return html`<a class="button" href="${back}">
    ${back === '/' ? 'Back to the home page' : 'Back to where you were'}
  </a>`;
}

function page(body: unknown, back: string) {
  return html`<!doctype html>
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
        <header class="site-header" data-fonts>
          <div class="page">
            <a class="brand" href="/"><img src="/favicon.svg" alt="" />${site.product}</a>
          </div>
        </header>
        <main data-fonts>
          <div class="page">
            <h1 data-fonts>Newsletter</h1>
            ${body} ${backLink(back)}
          </div>
        </main>
        <footer class="site-footer" data-fonts>
          <div class="page">
            <ul>
              <li><a href="/privacy-policy">Privacy Policy</a></li>
              <li><a href="/contact-us">Contact Us</a></li>
            </ul>
          </div>
        </footer>
      </body>
    </html>`;
}
