import { addressOf } from './addresses.ts';

/**
 * robots.txt: everything may be read but the API's calls. Pages that search engines shall not list say so
 * themselves, which they can only if they may be read; the page about the API is one.
 */
export const robotsText = (): string =>
  [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    'Allow: /api/docs',
    '',
    `Sitemap: ${addressOf('/sitemap.xml')}`,
    '',
  ].join('\n');
