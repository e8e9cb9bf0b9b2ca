import { addressOf, escapeMarkup } from './links.ts';
import { site } from '../shared/site.ts';
import { palette } from './mark.ts';

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

interface Listed {
  readonly path: string;
  readonly noindex?: boolean;
}

/** The sitemap of all pages that search engines may list, by their canonical addresses. */
export const sitemapXml = (pages: readonly Listed[]): string => {
  const urls = pages
    .filter(({ noindex }) => !noindex)
    .map(({ path }) => `<url><loc>${escapeMarkup(addressOf(path))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
};

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${String(size)}x${String(size)}`,
  type: 'image/png',
  purpose,
});

/** The web manifest: the site on a home screen is a bookmark, which opens in the browser. */
export const webManifest = () => ({
  name: `${site.product}: ${site.tagline}`,
  short_name: site.product,
  description: `${site.tagline}. On your own computer, for Windows and macOS.`,
  id: '/',
  start_url: '/',
  lang: 'en',
  display: 'browser',
  theme_color: palette.paper,
  background_color: palette.paper,
  icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
});
