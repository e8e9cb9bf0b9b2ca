import { html } from 'hono/html';
import { policyText } from '../../../shared/security-headers.ts';
import { site } from '../../../shared/site.ts';
import type { Answer } from './answer.ts';
import { siteFooter, siteHeader } from './page-frame.ts';

interface PageOptions {
  /** Another title for the tab. */
  readonly tabTitle?: string | undefined;
  /** A script of the site that the page does not need. Other pages allow no script. */
  readonly script?: string | null;
}

/**
 * Answers with a page that works without a script, under a title. The page's policy allows only the site's own files, and forms to this
 * site. Its address may hold a token, so it sends no referrer.
 */
export async function pageAnswer(
  title: string,
  body: unknown,
  status: number,
  { tabTitle = title, script = null }: PageOptions = {},
): Promise<Answer<never>> {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': policyText({
        'default-src': ["'none'"],
        'style-src': ["'self'"],
        ...(script && { 'script-src': ["'self'"] }),
        'img-src': ["'self'"],
        'font-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      }),
    },
    body: String(await page(body, { title, tabTitle, script })),
  };
}

/** A notice of success or of a problem. */
export function notice(text: string, kind: 'success' | 'error') {
  return html`<p class="notice" role="${kind === 'error' ? 'alert' : 'status'}" data-kind="${kind}">
    ${text}
  </p>`;
}

function page(
  body: unknown,
  { title, tabTitle, script }: Required<PageOptions> & { readonly title: string },
) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${tabTitle} · ${site.product}</title>
        <link rel="stylesheet" href="/plain.css" />
        ${script && html`<script src="${script}" defer></script>`}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${siteHeader()}
        <main id="content" tabindex="-1" data-fonts>
          <div class="page">
            <h1 data-fonts>${title}</h1>
            ${body}
          </div>
        </main>
        ${siteFooter()}
      </body>
    </html>`;
}
