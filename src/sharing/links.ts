import { site } from '../shared/site.ts';

/** A path of the site as its whole address, the one form that is published: `/` has its slash, others none. */
export const addressOf = (path: string): string => new URL(path, site.url).href;

/** Links and pictures in HTML as whole addresses, for text that is read apart from the page at `path`. */
export const withWholeLinks = (html: string, path: string): string =>
  html.replaceAll(
    /(href|src)="([/#][^"]*)"/g,
    (_, name: string, address: string) => `${name}="${new URL(address, addressOf(path)).href}"`,
  );

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as it may stand in XML or HTML, between tags or in a quoted attribute. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark);
