import type { RSSOptions } from '@astrojs/rss';
import { dayMs } from '../shared/dates.ts';
import { site } from '../shared/site.ts';
import { addressOf, escapeMarkup, withAbsoluteLinks } from './links.ts';
import { palette } from './mark.ts';

/**
 * Returns robots.txt. Robots may read everything but the API. Pages that search engines must not list say so in a
 * `<meta name="robots">`, which robots can see only if they may read the page.
 */
export function robotsText(): string {
  return [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    'Allow: /api/docs',
    '',
    `Sitemap: ${addressOf('/sitemap.xml')}`,
    '',
  ].join('\n');
}

/** security.txt expires this many days after the build. RFC 9116 asks for less than a year. */
const securityTextDays = 182;

/**
 * Returns the security.txt of RFC 9116. `Expires` counts from the build, because each deploy confirms that the address still
 * works. A fixed date would need a reminder, and a site that nobody deploys anymore should stop to promise an answer.
 */
export function securityText(builtAt: Date): string {
  const expires = new Date(builtAt.getTime() + securityTextDays * dayMs);
  return [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString().replace(/\.\d+/, '')}`,
    'Preferred-Languages: en',
    `Canonical: ${addressOf('/.well-known/security.txt')}`,
    `Policy: ${addressOf('/security#how-to-report-a-vulnerability')}`,
    '',
  ].join('\n');
}

/** Returns the sitemap of the pages that search engines may list. */
export function sitemapXml(pages: readonly { readonly path: string; readonly noindex?: boolean }[]): string {
  const urls = pages
    .filter(({ noindex }) => !noindex)
    .map(({ path }) => `<url><loc>${escapeMarkup(addressOf(path))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** Returns the web manifest. On a home screen the site is a bookmark that opens in the browser. */
export function webManifest() {
  return {
    name: `${site.product}: ${site.tagline}`,
    short_name: site.product,
    description: `${site.tagline}. On your own computer, for Windows and macOS.`,
    id: '/',
    start_url: '/',
    lang: 'en',
    display: 'browser',
    theme_color: palette.paper,
    background_color: palette.paper,
    icons: [
      manifestIcon('192', 192, 'any'),
      manifestIcon('512', 512, 'any'),
      manifestIcon('maskable-512', 512, 'maskable'),
    ],
  };
}

function manifestIcon(name: string, size: number, purpose: 'any' | 'maskable') {
  return {
    src: `/icons/${name}.png`,
    sizes: `${String(size)}x${String(size)}`,
    type: 'image/png',
    purpose,
  };
}

export const feedPath = '/rss.xml';
export const feedTitle = `${site.product} release notes`;

interface FeedRelease {
  readonly version: string;
  readonly date: Date;
  readonly anchor: string;
  readonly features: readonly string[];
  /** HTML above the list of features. */
  readonly introduction: string;
}

/** Returns the RSS feed of the releases, which must be sorted newest first. Dates are UTC. */
export function releaseFeed(releases: readonly FeedRelease[]): RSSOptions {
  return {
    title: feedTitle,
    description: `What is new in each version of ${site.product}.`,
    site: site.url,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: [
      '<language>en</language>',
      ...releases.slice(0, 1).map(({ date }) => `<lastBuildDate>${date.toUTCString()}</lastBuildDate>`),
      `<atom:link href="${escapeMarkup(addressOf(feedPath))}" rel="self" type="application/rss+xml"/>`,
    ].join(''),
    items: releases.map(feedItem),
  };
}

function feedItem({ version, date, anchor, features, introduction }: FeedRelease) {
  const list = features.map((feature) => `<li>${escapeMarkup(feature)}</li>`).join('');
  return {
    title: `${site.product} ${version}`,
    link: addressOf(`/release-notes#${anchor}`),
    pubDate: date,
    description: features.join(' · '),
    content: `${withAbsoluteLinks(introduction, '/release-notes')}<ul>${list}</ul>`,
    // Not an address, so that feed readers recognize a release after the site has moved.
    customData: `<guid isPermaLink="false">release-${escapeMarkup(version)}</guid>`,
  };
}
