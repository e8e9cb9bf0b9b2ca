import { html, raw } from 'hono/html';
import type { CaughtMail } from './caught-mail.ts';
import type { Preview } from './previews.ts';
import { pageStyle } from './page-style.ts';

type Markup = ReturnType<typeof html>;

/** The start page: the caught mails, newest first. `to` is the address that the list is filtered by, or empty. */
export function listPage(mails: readonly CaughtMail[], to: string): Markup {
  return page(
    'Mail',
    html`<h1>Mail</h1>
      <p class="quiet">No mail leaves this machine. The last 500 are kept until the stack stops.</p>
      <div class="row">
        <form class="row">
          <label>To <input name="to" type="email" value="${to}" /></label>
          <button>Filter</button>
        </form>
        <form method="post" action="/clear"><button>Delete all</button></form>
        <a href="/previews">Previews of every mail</a>
      </div>
      ${
        mails.length === 0
          ? html`<p>${to ? `No mail to ${to} yet.` : 'No mails yet.'}</p>`
          : html`<ol class="mails">
              ${mails.map(mailRow)}
            </ol>`
      }`,
  );
}

function mailRow({ id, to, subject, receivedAt }: CaughtMail): Markup {
  return html`<li>
    <a href="/mails/${id}">${subject}</a>
    <span>${to.join(', ')}</span>
    ${time(receivedAt)}
  </li>`;
}

function time(moment: string): Markup {
  return html`<time class="quiet" datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** A caught mail as HTML, text and source. */
export function mailPage({ id, from, to, subject, receivedAt, text, source }: CaughtMail): Markup {
  return page(
    subject,
    html`<p><a href="/">All mails</a></p>
      <h1>${subject}</h1>
      <p class="quiet">From ${from} to ${to.join(', ')}, ${time(receivedAt)}</p>
      ${frame(`/mails/${id}/html`, subject)}
      <h2>Text</h2>
      <pre>${text}</pre>
      <details>
        <summary>Source</summary>
        <pre>${source}</pre>
      </details>`,
  );
}

/** Every kind of mail with sample facts. */
export function previewsPage(previews: readonly Preview[]): Markup {
  return page(
    'Previews of every mail',
    html`<p><a href="/">All mails</a></p>
      <h1>Previews of every mail</h1>
      <ul class="columns">
        ${previews.map(({ kind }) => html`<li><a href="#${kind}">${kind}</a></li>`)}
      </ul>
      ${previews.map(
        ({ kind, subject, preview, text }) =>
          html`<section id="${kind}">
            <h2>${kind}</h2>
            <p>${subject}<br /><span class="quiet">${preview}</span></p>
            ${frame(`/previews/${kind}`, subject)}
            <p><a href="/previews/${kind}">This mail alone</a></p>
            <details>
              <summary>Text</summary>
              <pre>${text}</pre>
            </details>
          </section>`,
      )}`,
  );
}

/** Answers for a mail that is not kept anymore. */
export function missingPage(): Markup {
  return page(
    'Not found',
    html`<h1>Not found</h1>
      <p>This mail isn’t here. The last 500 are kept until the stack stops.</p>
      <p><a href="/">All mails</a></p>`,
  );
}

/** Shows a mail without scripts. Its links open in a new tab. */
function frame(address: string, title: string): Markup {
  return html`<iframe
    src="${address}"
    title="${title}"
    loading="lazy"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  ></iframe>`;
}

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${raw(`<style>${pageStyle}</style>`)}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
}
