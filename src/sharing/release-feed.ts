import type { RSSOptions } from '@astrojs/rss';
import { site } from '../shared/site.ts';
import { addressOf, escapeMarkup, withWholeLinks } from './links.ts';

interface Release {
  readonly version: string;
  readonly date: Date;
  readonly anchor: string;
  readonly features: readonly string[];
  /** What stands above the list, as HTML. */
  readonly introduction: string;
}

/** The path of the feed; pages link to it. */
export const feedPath = '/rss.xml';
export const feedTitle = `${site.product} release notes`;

const notesPath = '/release-notes';

const itemOf = ({ version, date, anchor, features, introduction }: Release) => ({
  title: `${site.product} ${version}`,
  link: addressOf(`${notesPath}#${anchor}`),
  pubDate: date,
  description: features.join(' · '),
  content: `${withWholeLinks(introduction, notesPath)}<ul>${features.map((feature) => `<li>${escapeMarkup(feature)}</li>`).join('')}</ul>`,
  // A guid that is no address: a release stays known to readers when the site moves.
  customData: `<guid isPermaLink="false">release-${escapeMarkup(version)}</guid>`,
});

/** The RSS feed of the releases, given newest first; dates are UTC. */
export const releaseFeed = (releases: readonly Release[]): RSSOptions => ({
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
  items: releases.map(itemOf),
});
