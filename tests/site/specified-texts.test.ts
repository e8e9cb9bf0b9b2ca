import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { plans, requirements } from '../../src/shared/plans.ts';
import { site } from '../../src/shared/site.ts';
import './provided.ts';

/** What a page says, as one line; scripts, styles and what only the head says left out. */
const textOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<br>|<\/(p|li|dd|dt|h\d|td|th|a|button|summary|div)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#39;|’/g, "'")
    .replaceAll(/\s+/g, ' ');

const htmlOf = (page: string): Promise<string> =>
  readFile(path.join(inject('files'), `${page === '/' ? 'index' : page.slice(1)}.html`), 'utf8');

/** The page's own part, without the bar and the footer. */
const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

/** The addresses of the links, in a part of a page, that say exactly this. */
const linksSaying = (html: string, label: string): string[] =>
  [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)]
    .filter(([, , inner = '']) => textOf(`<body>${inner}`).trim() === label)
    .map(([, attributes = '']) => /href="([^"]*)"/.exec(attributes)?.[1] ?? '');

const allOfThem = (plan: (typeof plans)[number]): string[] => [plan.name, ...plan.features];

/** What the specification names for each page: texts, and links by what they say and where they lead. */
const pages: Record<string, { texts: (string | RegExp)[]; links?: Record<string, string> }> = {
  '/': {
    texts: [
      site.tagline,
      'Now Live!',
      /own computer/,
      'CSV import and export',
      'Groups and categories',
      'Tags',
      'Duplicate detection',
      'Archive',
      'Office integration',
      'Google Contacts sync',
      'Coming soon',
      'Warranty registration tracking',
      'Cloud backup',
      'Syncing',
      'Name (optional)',
      'Email',
      'Subscribe',
    ],
    links: {
      'Get Started Now': '/buy',
      'Explore Features': '/features',
      'Why Choose Us': '/why',
      'Read the terms of the affiliate program': '/affiliate-program',
    },
  },
  '/buy': {
    texts: [
      ...plans.flatMap(allOfThem),
      'Most Popular',
      '$59.99',
      '$49.99',
      'per year',
      ...requirements.platforms.map(({ short }) => short),
      ...requirements.system,
      ...requirements.online,
      ...requirements.connections,
    ],
    links: { 'Download Now': '/download' },
  },
  '/do-not-buy': { texts: [`Please do not buy ${site.product}.`], links: { 'Buy it anyway': '/buy' } },
  '/about': {
    texts: [site.email, 'What we believe', 'Who we are'],
    links: { [site.email]: `mailto:${site.email}` },
  },
  '/vision': {
    texts: [
      'Memories',
      'Notes',
      'Photos',
      'Life events',
      'Timelines',
      'AI reminders',
      'Tagging and grouping',
      'Privacy-first storage',
      /planned and coming soon/,
    ],
  },
  '/founders': {
    texts: [/by invitation only/, 'Early access', 'Lifetime discount', 'Direct input', 'Exclusive community'],
    links: { [site.email]: `mailto:${site.email}` },
  },
  '/download': {
    texts: [
      'Mac ZIP',
      'Mac DMG',
      'Windows ZIP',
      'Current version 1.0',
      'On a Mac',
      'On Windows',
      'Windows installer Coming soon',
      'macOS 12 or newer',
      'Windows 10/11',
      '2 GB RAM',
      '500 MB disk',
    ],
    links: { 'Read the release notes': '/release-notes', [site.email]: `mailto:${site.email}` },
  },
  '/features': {
    texts: [
      'CSV import and export',
      'Groups and categories',
      'Tags',
      'Duplicate detection',
      'Archive',
      'Office integration',
      'Google Contacts sync',
      'Warranty registration tracking',
    ],
    links: { 'See how groups work': '/features-groups' },
  },
  '/features-groups': {
    texts: ['How groups work'],
    links: { 'Download Now': '/download', 'Explore Features': '/features' },
  },
  '/release-notes': {
    texts: ['Version 1.0.0', 'August 2025', 'Latest'],
    links: { 'Download version 1.0': '/download' },
  },
  '/consolidate': {
    texts: [/everywhere/],
    links: { [`Get ${site.product} Now`]: '/buy', 'Try Free Download First': '/download' },
  },
  '/why': {
    texts: [
      'Business professionals',
      'Family organizers',
      'Social connectors',
      'Privacy-conscious users',
      'Legacy preservers',
      'Product owners',
    ],
    links: {
      'Consolidate your contacts': '/consolidate',
      'Buy Now': '/buy',
      'Explore Features': '/features',
      'Why not, then?': '/why-not',
    },
  },
  '/why-not': {
    texts: ['Every excuse for not having an address book'],
    links: { 'Download Now': '/download', 'Buy Now': '/buy' },
  },
  '/affiliate-program': {
    texts: [
      '25% on referrals and renewals for all of 2025',
      '25% for the first year',
      'Normal renewal commission 10%',
      '60 days (cookie)',
      'Commissions calculated Monthly',
      'Commissions paid The following month',
      '$100, or no minimum threshold',
      'Within 2 business days',
      'Payment setup By email to support',
    ],
    links: {
      'Create an account': '/signup',
      'Read the pitch': '/affiliate-pitch',
      'Log in': '/login',
      'Apply Now': '#apply',
    },
  },
  '/affiliate-pitch': {
    texts: [
      'Long-form posts',
      'Short-form posts',
      'Customization tips',
      '25% on new subscriptions and renewals through 2025',
      'No minimum threshold',
      '$97-297 per month',
      'Copy',
    ],
    links: { 'Apply Now': '/signup', 'Learn More': '/affiliate-program' },
  },
  '/privacy-policy': {
    texts: [
      'Last policy update: July 10, 2025',
      'We collect no visitor data',
      'email address',
      'payment information',
      '60 days',
    ],
  },
  '/data-principles': { texts: [/belongs to you/, 'Your computer is the place'] },
  '/contact-us': {
    texts: ['Asked before', /by email only/],
    links: { [site.email]: `mailto:${site.email}` },
  },
  '/404': { texts: ['Unexpected Application Error!'] },
};

test('every page that the specification names is built', () => {
  expect(inject('pages').map((page) => page.path)).toEqual(expect.arrayContaining(Object.keys(pages)));
});

describe.each(Object.entries(pages))('%s', (page, { texts, links = {} }) => {
  test('says what the specification names', async () => {
    const main = textOf(`<body>${mainOf(await htmlOf(page))}`);
    for (const text of texts)
      if (typeof text === 'string') expect(main).toContain(text);
      else expect(main).toMatch(text);
  });

  test('leads where the specification says', async () => {
    const main = mainOf(await htmlOf(page));
    for (const [label, target] of Object.entries(links))
      expect(linksSaying(main, label), label).toContain(target);
  });

  test('has the bar and the footer', async () => {
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
      expect(linksSaying(header, label), label).toContain(target);
    expect(header).toMatch(/<button[^>]*>\s*(<[^>]+>)*Logout/);
    const footer = /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? '';
    for (const [label, target] of Object.entries({
      'Privacy Policy': '/privacy-policy',
      'Contact Us': '/contact-us',
      'Follow on X': site.xUrl,
    }))
      expect(linksSaying(footer, label), label).toContain(target);
    expect(textOf(`<body>${footer}`)).toContain(`© ${String(new Date().getUTCFullYear())} ${site.product}`);
  });
});

test('the announcement on the home page leads to the purchase', async () => {
  expect(mainOf(await htmlOf('/'))).toMatch(/<a[^>]*href="\/buy"[^>]*>\s*<strong[^>]*>Now Live!/);
});

test('every post template of the pitch page stands there whole, with a button that copies just that', async () => {
  const html = mainOf(await htmlOf('/affiliate-pitch'));
  const islands = [...html.matchAll(/props="([^"]*)"/g)].map(([, props = '']) =>
    props.replaceAll('&quot;', '"'),
  );
  const posts = [...html.matchAll(/<p class="post"[^>]*>([\s\S]*?)<\/p>/g)].map(([, post = '']) => post);
  expect(posts.length).toBe(islands.length);
  expect(posts.length).toBeGreaterThanOrEqual(6);
  for (const [place, post] of posts.entries()) {
    const shown = textOf(`<body>${post}`).trim();
    const copied = /"text":\[0,"((?:[^"\\]|\\.)*)"\]/.exec(islands[place] ?? '')?.[1] ?? '';
    expect(copied.replaceAll('\\n', ' ').replaceAll('’', "'").replaceAll(/\s+/g, ' ')).toBe(shown);
    expect(post).toContain('[your link]');
    expect(post).not.toMatch(/\{|\}/);
  }
});
