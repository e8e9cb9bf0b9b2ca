import { site } from '../shared/site.ts';

/** Returns the canonical address of a path. Only `/` ends with a slash. */
export function addressOf(path: string): string {
  return new URL(path, site.url).href;
}

/** Makes the addresses in the HTML of the page at `path` absolute, so that they work in feeds and in mail. */
export function withAbsoluteLinks(html: string, path: string): string {
  return html.replaceAll(
    /(href|src)="([/#][^"]*)"/g,
    (_, name: string, address: string) => `${name}="${new URL(address, addressOf(path)).href}"`,
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML or HTML, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
