import { getRssString } from '@astrojs/rss';
import { describe, expect, it } from 'vitest';
import { site } from '../../../src/shared/site.ts';
import { releaseFeed, robotsText, securityText, sitemapXml } from '../../../src/sharing/site-files.ts';

describe('security.txt', () => {
  const fields = securityText(new Date('2026-11-28T12:34:56.789Z'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2));

  it('has the fields of RFC 9116, each once, with addresses of this site', () => {
    expect(fields).toEqual([
      ['Contact', `mailto:${site.email}`],
      ['Expires', '2027-05-29T12:34:56Z'],
      ['Preferred-Languages', 'en'],
      ['Canonical', `${site.url}/.well-known/security.txt`],
      ['Policy', `${site.url}/security#how-to-report-a-vulnerability`],
    ]);
  });
});

describe('the sitemap', () => {
  const pages = [{ path: '/' }, { path: '/why' }, { path: '/login', noindex: true }, { path: '/a&b<c>"d\'' }];
  const xml = sitemapXml(pages);

  it('lists the canonical addresses of indexed pages only', () => {
    const [home, why] = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect([home, why]).toEqual([`${site.url}/`, `${site.url}/why`]);
    expect(xml).not.toContain('login');
    expect(xml).not.toContain('.html');
    expect(xml).toContain('a&amp;b');
  });
});

describe('robots.txt', () => {
  it('allows everything but the API, and names the sitemap', () => {
    expect(robotsText()).toBe(
      `User-agent: *\nAllow: /\nDisallow: /api/\nAllow: /api/docs\n\nSitemap: ${site.url}/sitemap.xml\n`,
    );
  });
});

describe('the feed of releases', () => {
  const releases = [
    {
      version: '1.1.0',
      date: new Date('2025-09-01T00:00:00Z'),
      anchor: 'version-1-1-0',
      features: ['Cats & <dogs>', '</li>]]>'],
      introduction: '<p>Second &amp; <a href="#version-1-0-0">better</a>. <img src="/a.png" alt=""></p>',
    },
    {
      version: '1.0.0',
      date: new Date('2025-08-15T00:00:00Z'),
      anchor: 'version-1-0-0',
      features: ['Tags'],
      introduction: '',
    },
  ];

  it('has an item for each release, and a link to itself', async () => {
    const xml = await getRssString(releaseFeed(releases));
    expect(xml.match(/<item>/g)).toHaveLength(2);
    expect(xml).toContain('xmlns:atom="http://www.w3.org/2005/Atom"');
    expect(xml).toContain(`<atom:link href="${site.url}/rss.xml" rel="self" type="application/rss+xml"/>`);
    expect(xml).toContain('<lastBuildDate>Mon, 01 Sep 2025 00:00:00 GMT</lastBuildDate>');
  });

  it('has a guid and a link for each release', async () => {
    const xml = await getRssString(releaseFeed(releases));
    expect([...xml.matchAll(/<guid isPermaLink="false">(.*?)<\/guid>/g)].map(([, guid]) => guid)).toEqual([
      'release-1.1.0',
      'release-1.0.0',
    ]);
    expect(xml).toContain(`<link>${site.url}/release-notes#version-1-0-0</link>`);
    expect(xml).toContain('<pubDate>Fri, 15 Aug 2025 00:00:00 GMT</pubDate>');
  });

  it('contains the release notes as escaped HTML with absolute links', async () => {
    const xml = await getRssString(releaseFeed(releases));
    const [, content = ''] = /<content:encoded>([\s\S]*?)<\/content:encoded>/.exec(xml) ?? [];
    const html = content
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&');
    expect(html).toBe(
      `<p>Second &amp; <a href="${site.url}/release-notes#version-1-0-0">better</a>. <img src="${site.url}/a.png" alt=""></p><ul><li>Cats &amp; &lt;dogs&gt;</li><li>&lt;/li&gt;]]&gt;</li></ul>`,
    );
  });
});
