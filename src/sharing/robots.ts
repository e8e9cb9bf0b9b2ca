import { addressOf } from './addresses.ts';

/**
 * robots.txt: everything may be read but the API. Pages that search engines shall not list say so
 * themselves, which they can only if they may be read.
 */
export const robotsText = (): string =>
  ['User-agent: *', 'Allow: /', 'Disallow: /api/', '', `Sitemap: ${addressOf('/sitemap.xml')}`, ''].join(
    '\n',
  );
