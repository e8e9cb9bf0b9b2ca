import { html, raw } from 'hono/html';
import { inlineStyles as styles, mailStyle } from '../../../../shared/mail-style.ts';
import { sellerLines } from '../../../../shared/seller.ts';
import { site } from '../../../../shared/site.ts';
import type { Block, Fact, MailContent } from './mail-content.ts';

/** The HTML and the text of a mail. */
export interface RenderedMail {
  readonly html: string;
  readonly text: string;
}

/** Renders a mail: one column, without pictures, with colors for light and dark mail programs. */
export function renderMail(content: MailContent): RenderedMail {
  return { html: toHtml(content), text: toText(content) };
}

/** The seller's name and postal address in one line, at the foot of every mail. */
const imprint = sellerLines.join(' · ');

const tab = html`<div class="tab" style="${styles.tab}">&nbsp;</div>`;

/** The brand's mark and name. Mail programs block pictures until the reader allows them, so the mark is drawn with borders. */
const brand = html`<table role="presentation" class="brand" style="${styles.brand}">
  <tr>
    <td class="book" style="${styles.book}">&nbsp;</td>
    <td style="${styles.tabs}">${tab}${tab}${tab}</td>
    <td style="${styles.name}">${site.product}</td>
  </tr>
</table>`;

function toHtml({ subject, preview, blocks, footer }: MailContent): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${raw(`<style>${mailStyle}</style>`)}
      </head>
      <body style="${styles.body}">
        <div style="${styles.hidden}">${preview}</div>
        <div style="${styles.sheet}" lang="en">
          ${brand}
          <div class="card" style="${styles.card}">${blocks.map(blockHtml)}</div>
          <div class="footer" style="${styles.footer}">
            ${footer.map(blockHtml)}
            <p>${imprint}</p>
          </div>
        </div>
      </body>
    </html>`;
  return String(page);
}

function blockHtml(block: Block) {
  switch (block.kind) {
    case 'heading':
      return html`<h1 style="${styles.heading}">${block.text}</h1>`;
    case 'paragraph':
      return html`<p>${block.text}</p>`;
    case 'verbatim':
      return html`<pre style="${styles.verbatim}">${block.text}</pre>`;
    case 'facts':
      return html`<table class="facts" style="${styles.facts}">
        ${block.rows.map(
          ([label, value]) =>
            html`<tr>
              <th scope="row" style="${styles.label}">${label}</th>
              <td style="${styles.value}">${value}</td>
            </tr>`,
        )}
      </table>`;
    case 'button':
      return html`<p class="action">
        <a class="button" style="${styles.button}" href="${block.url}">${block.text}</a>
      </p>`;
    case 'link':
      return html`<p class="link"><a href="${block.url}">${block.text}</a></p>`;
    case 'markdown':
      return raw(block.html);
  }
}

function toText({ blocks, footer }: MailContent): string {
  const parts = [...blocks.map(blockText), '-- ', ...footer.map(blockText), `${site.product}\n${imprint}`];
  return `${parts.join('\n\n').replace('-- \n\n', '-- \n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'verbatim':
    case 'markdown':
      return block.text;
    case 'facts':
      return factLines(block.rows);
    case 'button':
    case 'link':
      return block.text === block.url ? block.url : `${block.text}:\n${block.url}`;
  }
}

/** Writes facts in two columns. */
function factLines(rows: readonly Fact[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
}
