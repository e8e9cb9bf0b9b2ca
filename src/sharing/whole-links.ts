import { addressOf } from './addresses.ts';

/** Links and pictures in HTML as whole addresses, for text that is read apart from the page at `path`. */
export const withWholeLinks = (html: string, path: string): string =>
  html.replaceAll(
    /(href|src)="([/#][^"]*)"/g,
    (_, name: string, address: string) => `${name}="${new URL(address, addressOf(path)).href}"`,
  );
