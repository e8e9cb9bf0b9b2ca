import { site } from '../shared/site.ts';
import { htmlToText } from './html-to-text.ts';
import { markdown } from './markdown.ts';

/** Renders the Markdown of a letter as the HTML and the text of a mail. Fill the placeholders first. */
export function renderForMail(body: string): { readonly html: string; readonly text: string } {
  const html = makeAddressesAbsolute(markdown(body));
  return { html, text: htmlToText(html) };
}

/** Makes the addresses of links and pictures absolute, because a mail has no base URL. */
function makeAddressesAbsolute(html: string): string {
  return html.replaceAll(
    / (href|src)="([/#][^"]*)"/g,
    (_, name: string, address: string) => ` ${name}="${new URL(address, site.url).href}"`,
  );
}
