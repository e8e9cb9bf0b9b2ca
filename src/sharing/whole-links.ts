import { addressOf } from './addresses.ts';

/** Links in HTML as whole addresses, for text that is read apart from its page. */
export const withWholeLinks = (html: string): string =>
  html.replaceAll(/href="(\/[^"]*)"/g, (_, path: string) => `href="${addressOf(path)}"`);
