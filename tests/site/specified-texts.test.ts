import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { screenFrames } from '../../src/components/sections/navigation.ts';
import { footerGroups } from '../../src/shared/site-links.ts';
import { formatUsd } from '../../src/shared/money.ts';
import { placeholders } from '../../src/shared/placeholders.ts';
import { plans } from '../../src/shared/plans.ts';
import { site } from '../../src/shared/site.ts';
import { offeredReleases } from '../offered-releases.ts';
import { specifiedPages } from './specified-pages.ts';

const htmlOf = (page: string): Promise<string> =>
  readFile(path.join(inject('files'), `${page === '/' ? 'index' : page.slice(1)}.html`), 'utf8');

/** Returns the text of a page in one line, without the head, scripts and styles. */
function textOf(html: string): string {
  return html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<br>|<\/(p|li|dd|dt|h\d|td|th|a|button|summary|div)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#39;|’/g, "'")
    .replaceAll(/\s+/g, ' ');
}

/** Returns the main part of a page, without the bar and the footer. */
function mainOf(html: string): string {
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
}

const hiddenText = /<span class="visually-hidden"[^>]*>[^<]*<\/span>/g;

/** Returns the addresses of the links with exactly this visible text. */
function linksWithText(html: string, label: string): string[] {
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)]
    .filter(([, , content = '']) => textOf(`<body>${content.replaceAll(hiddenText, '')}`).trim() === label)
    .map(([, attributes = '']) => /href="([^"]*)"/.exec(attributes)?.[1] ?? '');
}

const yearOfBuild = async (): Promise<number> =>
  (await stat(path.join(inject('files'), 'index.html'))).mtime.getUTCFullYear();

test('the build has every page of the specification', () => {
  expect(inject('pages').map((page) => page.path)).toEqual(
    expect.arrayContaining(Object.keys(specifiedPages)),
  );
});

describe.each(Object.entries(specifiedPages))('%s', (page, { texts, links = {} }) => {
  test('has the texts of the specification', async () => {
    const main = textOf(`<body>${mainOf(await htmlOf(page))}`);
    for (const text of texts)
      if (typeof text === 'string') expect(main).toContain(text);
      else expect(main).toMatch(text);
  });

  test('has the links of the specification', async () => {
    const main = mainOf(await htmlOf(page));
    for (const [label, target] of Object.entries(links))
      expect(linksWithText(main, label), label).toContain(target);
  });

  test('has the navigation bar and the footer', async () => {
    const html = await htmlOf(page);
    const bar = {
      Home: '/',
      Founders: '/founders',
      About: '/about',
      Vision: '/vision',
      'Data Ownership': '/data-principles',
      'Buy Now': '/buy',
      'Affiliate Program': '/affiliate-program',
      Login: '/login',
      'Sign Up': '/signup',
      Dashboard: '/affiliate-dashboard',
      Admin: '/admin',
      'User Profiles': '/user-profile-dashboard',
    };
    const header = /<header class="site-header"[\s\S]*?<\/header>/.exec(html)?.[0] ?? '';
    for (const [label, target] of Object.entries(bar))
      expect(linksWithText(header, label), label).toContain(target);
    expect(header).toMatch(/<button[^>]*>\s*(<[^>]+>)*Logout/);
    const footer = /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? '';
    for (const [label, target] of Object.entries({
      Features: '/features',
      [`Why ${site.product}`]: '/why',
      Download: '/download',
      'Buy Now': '/buy',
      'Release notes': '/release-notes',
      'Post templates': '/affiliate-pitch',
      Terms: '/terms',
      'Privacy Policy': '/privacy-policy',
      'Your purchases': '/purchases',
      'Withdraw from a contract': '/withdraw',
      'Cancel contracts here': '/withdraw?for=cancellation#form',
      Security: '/security',
      'Contact Us': '/contact-us',
      'Follow on X': site.xUrl,
    }))
      expect(linksWithText(footer, label), label).toContain(target);
    expect(textOf(`<body>${footer}`)).toContain(`© ${String(await yearOfBuild())} ${site.product}`);
  });
});

test.each(
  footerGroups
    .flatMap(({ links }) => links.map(({ href }) => href))
    .filter((href) => /^\/[\w-]*$/.test(href)),
)('%s is marked as the current page in the footer', async (page) => {
  const marked = /<footer[\s\S]*?<\/footer>/
    .exec(await htmlOf(page))?.[0]
    .match(/<a\b[^>]*aria-current[^>]*>/g);
  expect(marked).toEqual([expect.stringContaining(`href="${page}"`)]);
});

const framedScreens = screenFrames.flatMap(({ label, tabs }) =>
  tabs.flatMap(({ href, screens = [] }) => [href, ...screens].map((path) => ({ path, label, tabs, href }))),
);

test.each(framedScreens)('$path has the tabs of the frame $label, and marks $href', async (screen) => {
  const tabs = /<nav class="screen-tabs[\s\S]*?<\/nav>/.exec(await htmlOf(screen.path))?.[0] ?? '';
  expect(tabs).toContain(`aria-label="${screen.label}"`);
  for (const { label, href } of screen.tabs) expect(linksWithText(tabs, label)).toEqual([href]);
  expect(tabs.match(/<a\b[^>]*aria-current[^>]*>/g)).toEqual([
    expect.stringContaining(`href="${screen.href}"`),
  ]);
});

test.each(['/affiliate-program', '/affiliate-pitch'])(
  '%s names today’s rates before the founders’ rates',
  async (page) => {
    const main = textOf(`<body>${mainOf(await htmlOf(page))}`);
    const today = placeholders[page === '/affiliate-pitch' ? 'program.today-subscriptions' : 'program.today'];
    const founders = new RegExp(`${placeholders['program.rate']} [^.]*${placeholders['program.year']}`);
    expect(main).toContain(today);
    expect(main.indexOf(today)).toBeLessThan(main.search(founders));
  },
);

test('the home page shows prices, Buy Now and Download Now before the affiliates', async () => {
  const [beforeProgram = ''] = (await htmlOf('/')).split('id="program"');
  const closing = /<section class="closing"[\s\S]*<\/section>/.exec(beforeProgram)?.[0] ?? '';
  for (const { name, priceCents } of plans)
    expect(textOf(`<body>${closing}`)).toContain(`${name} ${formatUsd(priceCents)}`);
  expect(linksWithText(closing, 'Buy Now')).toEqual(['/buy']);
  expect(linksWithText(closing, 'Download Now')).toEqual(['/download']);
});

test('release 1.0.0 has the date and the files of the specification', () => {
  for (const { date, files } of offeredReleases.filter(({ version }) => version === '1.0.0')) {
    expect(date.toISOString()).toMatch(/^2025-08/);
    expect(files.map(({ system, kind }) => `${system} ${kind}`)).toEqual([
      'Mac ZIP',
      'Mac DMG',
      'Windows ZIP',
    ]);
  }
});

test('the announcement on the home page links to /buy', async () => {
  expect(mainOf(await htmlOf('/'))).toMatch(/<a[^>]*href="\/buy"[^>]*>\s*<strong[^>]*>Now Live!/);
});

test('the pitch page shows every post template with a button that copies exactly this text', async () => {
  const html = mainOf(await htmlOf('/affiliate-pitch'));
  const islands = [...html.matchAll(/props="([^"]*)"/g)].map(([, props = '']) =>
    props.replaceAll('&quot;', '"'),
  );
  const disclosure = placeholders['program.disclosure'];
  const posts = [...html.matchAll(/<p class="post"[^>]*>([\s\S]*?)<\/p>/g)].map(([, post = '']) => post);
  expect(posts.length).toBeGreaterThanOrEqual(6);
  for (const [place, post] of posts.entries()) {
    const shown = textOf(`<body>${post}`).trim();
    const copied = /"text":\[0,"((?:[^"\\]|\\.)*)"\]/.exec(islands[place] ?? '')?.[1] ?? '';
    expect(copied.replaceAll('\\n', ' ').replaceAll('’', "'").replaceAll(/\s+/g, ' ')).toBe(shown);
    expect(post).toContain('[your link]');
    expect(post).toContain(disclosure);
    expect(post).not.toMatch(/\{|\}/);
  }
});
