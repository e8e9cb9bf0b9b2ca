import { html } from 'hono/html';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { newsletterMessages } from '../../../shared/messages/newsletter.ts';
import { problem } from '../../../shared/problems.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { customerInput } from '../../../shared/schemas/customer.ts';
import type { Answer } from '../../frame/http/answer.ts';
import { retryAfterHeader, toProblem } from '../../frame/http/errors.ts';
import { parseInput } from '../../frame/http/input.ts';
import type { RequestContext } from '../../frame/http/types.ts';
import { askForNewsletter } from './ask-for-newsletter.ts';
import { notice, pageAnswer } from '../../frame/http/plain-page.ts';

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
    const input = parseInput(customerInput, { name, email, newsletter: true });
    await askForNewsletter(c.get('context'), input, back);
    return await pageAnswer('Newsletter', html`${success} ${backLink(back)}`, 201);
  } catch (error) {
    const failure = toProblem(error);
    const text = failure.status >= 500 ? problemText('subscribe-failed-retry') : failure.message;
    const body = html`${form({ name, email, error: text, back })} ${backLink(back)}`;
    const answer = await pageAnswer('Newsletter', body, failure.status);
    return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(failure) }, error: failure };
  }
}

/**
 * Returns the path of the page that the form was first sent from. A form in an answer carries that path in `back`, because the
 * answer sends no referrer.
 */
function backPath(c: RequestContext, submitted: URLSearchParams): string {
  const here = c.req.url;
  const back = submitted.get('back');
  return ownPath(back === null ? c.req.header('referer') : URL.parse(back, here)?.href, here);
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

interface FormState {
  readonly name: string;
  readonly email: string;
  readonly error: string;
  /** The path of the page that the form was first sent from. */
  readonly back: string;
}

function form({ name, email, error, back }: FormState) {
  return html`
    ${notice(error, 'error')}
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
  ${notice(newsletterMessages.subscribed, 'success')}
  <p>${newsletterMessages.confirmNext}</p>
`;

function backLink(back: string) {
  return html`<a class="button" href="${back}">
    ${back === '/' ? 'Back to the home page' : 'Back to where you were'}
  </a>`;
}
