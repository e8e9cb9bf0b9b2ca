import { addressOf } from './addresses.ts';
import { escapeMarkup } from './escape-markup.ts';

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
