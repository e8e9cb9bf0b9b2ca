import { html, raw } from 'hono/html';
import { hiddenStyle, mailStyle } from '../../../../shared/mail-style.ts';
import { sellerLines } from '../../../../shared/seller.ts';
import { site } from '../../../../shared/site.ts';
import type { Block, MailContent } from './mail-content.ts';

/** The HTML and the text of a mail. */
export interface RenderedMail {
  readonly html: string;
  readonly text: string;
}

/** Renders a mail: one column, without pictures, with colours for light and dark mail programs. */
export function renderMail(content: MailContent): RenderedMail {
  return { html: toHtml(content), text: toText(content) };
}

/** The seller's name and postal address in one line, at the foot of every mail. */
const imprint = sellerLines.join(' · ');

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
      <body>
        <div style="${hiddenStyle}">${preview}</div>
        <div class="sheet" lang="en">
          <p class="brand">${site.product}</p>
          <div class="card">${blocks.map(blockHtml)}</div>
          <div class="footer">
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
      return html`<h1>${block.text}</h1>`;
    case 'paragraph':
      return html`<p>${block.text}</p>`;
    case 'verbatim':
      return html`<pre>${block.text}</pre>`;
    case 'facts':
      return html`<dl>
        ${block.rows.map(
          ([label, value]) =>
            html`<dt>${label}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`;
    case 'button':
      return html`<p class="action"><a class="button" href="${block.url}">${block.text}</a></p>`;
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
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'button':
    case 'link':
      return block.text === block.url ? block.url : `${block.text}:\n${block.url}`;
  }
}
