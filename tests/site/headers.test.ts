import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { accountScreens } from '../../src/shared/account-screens.ts';
import { matchHeaders, parseHeadersFile } from '../../stack/netlify/configuration.ts';

const files = inject('files');
const url = inject('siteUrl');
const pages = inject('pages');
const text = await readFile(path.join(files, '_headers'), 'utf8');
const rules = parseHeadersFile(text);
const settings = inject('settings');
const origin = (name: string): string => new URL(settings[name] ?? '').origin;
const payments = origin('PUBLIC_PAYPAL_SDK_URL');
const identity = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Pages that may call Firebase. */
const accountPages = [
  '/forgot-password',
  '/login',
  '/purchases',
  '/signup',
  ...accountScreens.map(({ path }) => path),
];

/** The page that reads a visitor's list. It may send nothing. */
const silentPage = '/find-duplicates';

type Policy = Readonly<Record<string, readonly string[]>>;

const parsePolicy = (policy = ''): Policy =>
  Object.fromEntries(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

const headersOf = (address: string) => matchHeaders(rules, address);
const policyOf = (address: string): Policy => parsePolicy(headersOf(address)['Content-Security-Policy']);

const readBuilt = (name: string): Promise<string> => readFile(path.join(files, name), 'utf8');

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** Returns the inline scripts and styles of a page, which need a hash in the policy. Does not use the build's code. */
const inlineTexts = (html: string) => ({
  scripts: [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc=|ld\+json/.test(attributes))
    .map(([, , content = '']) => content),
  styles: [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, content = '']) => content),
});

/** Returns the tags of a page without the text between them. */
const tagsOf = (html: string): string[] =>
  html
    .replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/gi, '$1')
    .match(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi) ?? [];

test('the build has the checkout and every account page', () => {
  const paths = pages.map((page) => page.path);
  expect(paths).toEqual(expect.arrayContaining(['/', '/buy', '/404', ...accountPages]));
});

describe.each(pages)('$path', ({ path: address, file }) => {
  const policy = policyOf(address);

  test('has a policy with the hash of each inline script and style', async () => {
    const html = await readBuilt(file);
    const { scripts, styles } = inlineTexts(html);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(policy['script-src']).toContain(hash(script));
    const listedHashes = policy['script-src']?.filter((source) => source.startsWith("'sha256-")) ?? [];
    expect(listedHashes.sort()).toEqual([...new Set(scripts.map(hash))].sort());
    if (policy['style-src']?.includes("'unsafe-inline'"))
      expect(policy['style-src'].join(' ')).not.toContain('sha256');
    else for (const style of styles) expect(policy['style-src']).toContain(hash(style));
  });

  test('has no script or style attributes', async () => {
    const tags = tagsOf(await readBuilt(file));
    expect(
      tags.filter((tag) => /\s(?:on[a-z]+|style)\s*=/i.test(tag.replace(/"[^"]*"|'[^']*'/g, ''))),
    ).toEqual([]);
  });

  test('allows nothing by default, and no scripts from other hosts except PayPal on /buy', () => {
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['form-action']).toEqual([address === silentPage ? "'none'" : "'self'"]);
    const scripts = policy['script-src']?.filter((source) => !source.startsWith("'sha256-"));
    expect(scripts).toEqual(address === '/buy' ? ["'self'", payments] : ["'self'"]);
    if (address !== '/buy')
      expect(
        policy['style-src']?.every((source) => /^'(?:self|unsafe-hashes|sha256-.*)'$/.test(source)),
      ).toBe(true);
  });

  test('requires trusted types, except on /buy', () => {
    expect(policy['require-trusted-types-for']).toEqual(address === '/buy' ? undefined : ["'script'"]);
  });

  test('allows PayPal on /buy only', () => {
    const allowed = JSON.stringify(headersOf(address));
    expect(allowed.includes(payments)).toBe(address === '/buy');
    // This build uses the simulator instead of PayPal's own host.
    expect(allowed).not.toContain('paypal');
  });

  test('allows connections to Firebase on account pages only', () => {
    const { 'connect-src': connections = [], ...others } = policy;
    const hosts = [...identity, origin('PUBLIC_FIREBASE_EMULATOR_URL')];
    const allowed = accountPages.includes(address) ? hosts : address === '/buy' ? [payments] : [];
    if (address === silentPage) expect(connections).toEqual(["'none'"]);
    else expect([...connections].sort()).toEqual(["'self'", ...allowed].sort());
    expect(hosts.filter((host) => JSON.stringify(others).includes(host))).toEqual([]);
  });

  test('reports violations if it is /buy or an account page', () => {
    const isReported = address === '/buy' || accountPages.includes(address);
    expect(policy['report-uri']).toEqual(isReported ? ['/api/reports/csp'] : undefined);
    expect(policy['report-to']).toEqual(isReported ? ['csp'] : undefined);
    expect(headersOf(address)['Reporting-Endpoints']).toBe(isReported ? 'csp="/api/reports/csp"' : undefined);
  });

  test('has the same headers at each of its addresses', () => {
    const headers = headersOf(address);
    expect(headersOf(`/${file}`)).toEqual(headers);
    if (address !== '/') expect(headersOf(`${address}/`)).toEqual(headers);
  });

  test('has a policy that contains the base policy, in case Netlify joins both headers', () => {
    const base = parsePolicy(rules[0]?.values['Content-Security-Policy']);
    for (const [directive, sources] of Object.entries(base))
      expect(policy[directive] ?? policy['default-src']).toEqual(
        address === silentPage && directive === 'form-action' ? ["'none'"] : sources,
      );
    expect(Object.keys(base).sort()).toEqual(['base-uri', 'form-action', 'frame-ancestors', 'object-src']);
  });

  test('has the common headers, apart from its exceptions', () => {
    const { 'Cross-Origin-Opener-Policy': opener, ...headers } = headersOf(address);
    expect(opener).toBe(address === '/buy' ? 'same-origin-allow-popups' : 'same-origin');
    expect(headers['X-Content-Type-Options']).toBe('nosniff');
    expect(headers['X-Frame-Options']).toBe('DENY');
    expect(headers['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['Cross-Origin-Resource-Policy']).toBe('same-origin');
    const paymentAllowlist = address === '/buy' ? `self "${payments}"` : '';
    expect(headers['Permissions-Policy']).toBe(
      `camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=(), payment=(${paymentAllowlist})`,
    );
    const isSecret = ['/reset-password', '/set-new-password', '/profile', '/purchases'].includes(address);
    expect(headers['Referrer-Policy']).toBe(isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin');
    expect(headers['Cache-Control']).toBe(isSecret ? 'no-store' : undefined);
  });
});

test('/find-duplicates may load scripts and fonts of this site, and its worker nothing at all', async () => {
  const policy = policyOf(silentPage);
  const loadable = Object.entries(policy).filter(
    ([name, sources]) => name.endsWith('-src') && sources[0] !== "'none'",
  );
  expect(loadable.map(([name]) => name).sort()).toEqual([
    'font-src',
    'script-src',
    'style-src',
    'worker-src',
  ]);
  expect(policy['style-src']?.every((source) => source.startsWith("'sha256-"))).toBe(true);
  expect(policy['connect-src']).toEqual(["'none'"]);
  expect(policy['worker-src']).toEqual(["'self'"]);
  expect(policy['trusted-types']).toEqual(['worker']);
  const html = await readBuilt('find-duplicates.html');
  const [, script = ''] = /<template id="own-script"[^>]*>.*?src="([^"]+)"/s.exec(html) ?? [];
  expect(policyOf(script)).toMatchObject({ 'default-src': ["'none'"], 'object-src': ["'none'"] });
  expect(headersOf(silentPage)['Speculation-Rules']).toBeUndefined();
  expect(html).not.toMatch(/<body[^>]* data-count|rel="(?:manifest|icon|prefetch|preconnect)/);
});

test('every public profile has the headers of /profile', () => {
  expect(headersOf('/profile/somebody-else')).toEqual(headersOf('/profile'));
});

test('the 404 page has its policy in its HTML, because it is served at any address', async () => {
  const html = await readBuilt('404.html');
  const [meta = '', content] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
  expect(html.indexOf(meta)).toBeLessThan(html.search(/<(?:script|style|link)\b/));
  const { 'frame-ancestors': framed, ...rest } = policyOf('/404');
  expect(parsePolicy(content)).toEqual(rest);
  expect(policyOf('/nowhere')['frame-ancestors']).toEqual(framed);
});

test('pages are served with their headers, and _headers is not served', async () => {
  const answer = await fetch(`${url}/buy`);
  for (const [name, value] of Object.entries(headersOf('/buy'))) expect(answer.headers.get(name)).toBe(value);
  expect((await fetch(`${url}/_headers`)).status).toBe(404);
});

const hashedFiles = (await readdir(files, { recursive: true }))
  .map((name) => `/${name.replaceAll(path.sep, '/')}`)
  .filter((name) => /^\/(_astro|cms-files)\/.*\.\w+$/.test(name));

test('a page names the rules for prerendering, which have the type that browsers ask for', () => {
  const address = headersOf('/why')['Speculation-Rules'] ?? '';
  expect(headersOf(address.replaceAll('"', ''))['Content-Type']).toBe('application/speculationrules+json');
});

test('each file with a hash in its name is cached for a year', () => {
  expect(hashedFiles.length).toBeGreaterThan(50);
  for (const name of hashedFiles)
    expect([name, headersOf(name)['Cache-Control']]).toEqual([name, 'public, max-age=31536000, immutable']);
});

test('a missing file is never cached for a year, at any address', async () => {
  const [script = ''] = hashedFiles;
  const missing = [
    '/_astro/missing.AbCdEf12.js',
    '/_astro/',
    '/cms-files/missing.js',
    script.replace(/\w\.\w+$/, ''),
  ];
  for (const address of [...missing, '/nowhere', '/fonts/missing.woff2', '/icon-missing.png']) {
    const answer = await fetch(url + address);
    expect([address, answer.status, answer.headers.get('cache-control')]).toEqual([
      address,
      404,
      'public, max-age=0, must-revalidate',
    ]);
  }
});

test('files with a hash in their name are limited to this site; share images are not', async () => {
  const [script = ''] = pages.flatMap(({ scripts }) => scripts);
  const { headers } = await fetch(url + script);
  expect(headers.get('cache-control')).toContain('immutable');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  const share = await fetch(
    new URL(pages.find((page) => page.path === '/')?.image ?? '', url).href.replace(/^https:\/\/[^/]+/, url),
  );
  expect(share.status).toBe(200);
  expect(share.headers.get('cross-origin-resource-policy')).toBeNull();
});

/** The bytes of headers that arrive with a page. The policy of /newsletter-admin has a hash of each style in the mails that it shows. */
const headerLimit = (address: string) => (address === '/newsletter-admin' ? 2_100 : 1_700);

test('each page has few bytes of headers, and _headers stays below 128,000 bytes', () => {
  for (const { path: address } of pages) {
    const size = Object.entries(headersOf(address)).reduce(
      (sum, entry) => sum + entry.join(': ').length + 2,
      0,
    );
    expect(size, address).toBeLessThan(headerLimit(address));
  }
  expect(text.length).toBeLessThan(128_000);
  expect(text.split('\n').every((line) => line.length < 2_000)).toBe(true);
});

describe('the content editor', () => {
  const policy = policyOf('/cms');

  test('runs scripts of this site only', async () => {
    const { scripts } = inlineTexts(await readBuilt('cms.html'));
    expect(policy['default-src']).toEqual(["'none'"]);
    expect([...(policy['script-src'] ?? [])].sort()).toEqual(
      ["'self'", ...new Set(scripts.map(hash))].sort(),
    );
  });

  test('connects to GitHub only', () => {
    expect([...(policy['connect-src'] ?? [])].sort()).toEqual(
      ["'self'", 'blob:', 'data:', 'https://api.github.com'].sort(),
    );
    expect(policy['frame-src']).toBeUndefined();
  });

  test('cannot be framed or opened by another site', () => {
    expect(headersOf('/cms')).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    });
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
  });
});
