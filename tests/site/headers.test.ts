import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parseHeadersFile, headersFor } from '../../stack/netlify/headers.ts';

const files = inject('files');
const url = inject('siteUrl');
const pages = inject('pages');
const text = await readFile(path.join(files, '_headers'), 'utf8');
const rules = parseHeadersFile(text);
const settings = inject('settings');
const origin = (name: string): string => new URL(settings[name] ?? '').origin;
const payments = origin('PUBLIC_PAYPAL_SDK_URL');
const identity = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** The pages that may ask the identity provider; a new account screen is written here. */
const accountPages = [
  '/admin',
  '/affiliate-admin',
  '/affiliate-application',
  '/affiliate-dashboard',
  '/affiliate-profile',
  '/affiliate-statements',
  '/audit-log',
  '/customer-admin',
  '/forgot-password',
  '/login',
  '/payouts',
  '/purchases-admin',
  '/reset-password',
  '/set-new-password',
  '/signup',
  '/user-profile-admin',
  '/user-profile-dashboard',
];

type Policy = Readonly<Record<string, readonly string[]>>;

const parsePolicy = (policy = ''): Policy =>
  Object.fromEntries(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

const headersOf = (address: string) => headersFor(rules, address);
const policyOf = (address: string): Policy => parsePolicy(headersOf(address)['Content-Security-Policy']);

const built = (name: string): Promise<string> => readFile(path.join(files, name), 'utf8');

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** What stands in a page and needs its hash in the policy, read without the build's own code. */
const inline = (html: string) => ({
  scripts: [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc=|ld\+json/.test(attributes))
    .map(([, , content = '']) => content),
  styles: [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, content = '']) => content),
});

/** Tags alone, so that no text is taken for an attribute. */
const tagsOf = (html: string): string[] =>
  html
    .replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/gi, '$1')
    .match(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi) ?? [];

test('the page where somebody pays, and pages with accounts, are among those that are looked at', () => {
  const paths = pages.map((page) => page.path);
  expect(paths).toEqual(expect.arrayContaining(['/', '/buy', '/404', ...accountPages]));
});

describe.each(pages)('$path', ({ path: address, file }) => {
  const policy = policyOf(address);

  test('has its inline scripts and styles in its policy, one by one', async () => {
    const html = await built(file);
    const { scripts, styles } = inline(html);
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(policy['script-src']).toContain(hash(script));
    const named = policy['script-src']?.filter((source) => source.startsWith("'sha256-")) ?? [];
    expect(named.sort()).toEqual([...new Set(scripts.map(hash))].sort());
    if (policy['style-src']?.includes("'unsafe-inline'"))
      expect(policy['style-src'].join(' ')).not.toContain('sha256');
    else for (const style of styles) expect(policy['style-src']).toContain(hash(style));
  });

  test('has no attribute that is a script or a style', async () => {
    const tags = tagsOf(await built(file));
    expect(
      tags.filter((tag) => /\s(?:on[a-z]+|style)\s*=/i.test(tag.replace(/"[^"]*"|'[^']*'/g, ''))),
    ).toEqual([]);
  });

  test('allows nothing by default, and no script by its being there', () => {
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['form-action']).toEqual(["'self'"]);
    const scripts = policy['script-src']?.filter((source) => !source.startsWith("'sha256-"));
    expect(scripts).toEqual(address === '/buy' ? ["'self'", payments] : ["'self'"]);
    if (address !== '/buy')
      expect(policy['style-src']?.every((source) => /^'(?:self|sha256-.*)'$/.test(source))).toBe(true);
  });

  test('lets no text become markup or script, but where a program of others runs', () => {
    expect(policy['require-trusted-types-for']).toEqual(address === '/buy' ? undefined : ["'script'"]);
  });

  test('reaches the payment provider only where somebody pays', () => {
    const reached = JSON.stringify(headersOf(address));
    expect(reached.includes(payments)).toBe(address === '/buy');
    expect(reached).not.toContain('paypal');
  });

  test('reaches the identity provider where somebody has an account, and to ask it only', () => {
    const { 'connect-src': asked = [], ...others } = policy;
    const hosts = [...identity, origin('PUBLIC_FIREBASE_EMULATOR_URL')];
    const reached = accountPages.includes(address) ? hosts : address === '/buy' ? [payments] : [];
    expect([...asked].sort()).toEqual(["'self'", ...reached].sort());
    expect(hosts.filter((host) => JSON.stringify(others).includes(host))).toEqual([]);
  });

  test('has the same headers wherever it is served', () => {
    const headers = headersOf(address);
    expect(headersOf(`/${file}`)).toEqual(headers);
    if (address !== '/') expect(headersOf(`${address}/`)).toEqual(headers);
  });

  test('works as well where the platform joins the values of several rules', () => {
    const base = parsePolicy(rules[0]?.values['Content-Security-Policy']);
    for (const [directive, sources] of Object.entries(base))
      expect(policy[directive] ?? policy['default-src']).toEqual(sources);
    expect(Object.keys(base).sort()).toEqual(['base-uri', 'form-action', 'frame-ancestors', 'object-src']);
  });

  test('has the common headers, unless its row says otherwise', () => {
    const { 'Cross-Origin-Opener-Policy': opener, ...headers } = headersOf(address);
    expect(opener).toBe(address === '/buy' ? 'same-origin-allow-popups' : 'same-origin');
    expect(headers['X-Content-Type-Options']).toBe('nosniff');
    expect(headers['X-Frame-Options']).toBe('DENY');
    expect(headers['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['Cross-Origin-Resource-Policy']).toBe('same-origin');
    const payer = address === '/buy' ? `self "${payments}"` : '';
    expect(headers['Permissions-Policy']).toBe(
      `camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=(), payment=(${payer})`,
    );
    const isSecret = ['/reset-password', '/set-new-password', '/profile'].includes(address);
    expect(headers['Referrer-Policy']).toBe(isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin');
    expect(headers['Cache-Control']).toBe(isSecret ? 'no-store' : undefined);
  });
});

test('everybody’s profile has the headers of the one page that is served for it', () => {
  expect(headersOf('/profile/somebody-else')).toEqual(headersOf('/profile'));
});

test('an address without a page has a policy in the page that says so', async () => {
  const html = await built('404.html');
  const [whole = '', inside] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
  expect(html.indexOf(whole)).toBeLessThan(html.search(/<(?:script|style|link)\b/));
  const { 'frame-ancestors': framed, ...rest } = policyOf('/404');
  expect(parsePolicy(inside)).toEqual(rest);
  expect(policyOf('/nowhere')['frame-ancestors']).toEqual(framed);
});

test('pages are answered with their headers, and the file that holds them is served to nobody', async () => {
  const answer = await fetch(`${url}/buy`);
  for (const [name, value] of Object.entries(headersOf('/buy'))) expect(answer.headers.get(name)).toBe(value);
  expect((await fetch(`${url}/_headers`)).status).toBe(404);
});

test('files whose names change with their content are kept, and are for this site alone', async () => {
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

test('the headers of a page leave its first round trip to the page, and all rules are a small file', () => {
  for (const { path: address } of pages) {
    const size = Object.entries(headersOf(address)).reduce(
      (sum, entry) => sum + entry.join(': ').length + 2,
      0,
    );
    expect(size, address).toBeLessThan(1_700);
  }
  expect(text.length).toBeLessThan(128_000);
  expect(text.split('\n').every((line) => line.length < 2_000)).toBe(true);
});

describe('the content editor, a program of others,', () => {
  const policy = policyOf('/cms');

  test('runs from this site alone, with the hashes of what stands in its page', async () => {
    const { scripts } = inline(await built('cms.html'));
    expect(policy['default-src']).toEqual(["'none'"]);
    expect([...(policy['script-src'] ?? [])].sort()).toEqual(
      ["'self'", ...new Set(scripts.map(hash))].sort(),
    );
  });

  test('asks nobody but the host that keeps what is written', () => {
    expect([...(policy['connect-src'] ?? [])].sort()).toEqual(
      ["'self'", 'blob:', 'data:', 'https://api.github.com'].sort(),
    );
    expect(policy['frame-src']).toBeUndefined();
  });

  test('opens for no other window, and cannot be framed', () => {
    expect(headersOf('/cms')).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    });
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
  });
});
