import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { carriedSources } from '../../../src/build/headers/carried-sources.ts';
import { headersFile, pageRules, pathOf } from '../../../src/build/headers/header-rules.ts';
import { pagePolicy, withPolicyInside } from '../../../src/build/headers/page-policy.ts';
import { rowOf } from '../../../src/build/headers/page-rows.ts';
import { headerSettings } from '../../../src/build/headers/settings.ts';
import { policyText } from '../../../src/shared/security-headers.ts';
import { inProject } from '../../../stack/paths.ts';
import { headersFor, parseHeadersFile } from '../../../stack/netlify/headers.ts';

const production = headerSettings({
  PUBLIC_PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
  PUBLIC_FIREBASE_API_KEY: 'key',
  PUBLIC_FIREBASE_PROJECT_ID: 'kithbook',
});
const local = headerSettings({
  PUBLIC_PAYPAL_SDK_URL: 'http://127.0.0.1:4010/sdk/js',
  PUBLIC_FIREBASE_API_KEY: 'key',
  PUBLIC_FIREBASE_PROJECT_ID: 'demo',
  PUBLIC_FIREBASE_EMULATOR_URL: 'http://127.0.0.1:9099',
});
const sdk = ['fetch("https://identitytoolkit.googleapis.com/v1")'];
const strict = { sources: [], foreignScripts: false };
const measured = '<template id="analytics" data-id="G-1" data-url="https://elsewhere.example/x"></template>';
const page = (head: string) => `<html><head><meta charset="utf-8"><title>A</title>${head}</head></html>`;

describe('the payment page', () => {
  test('reaches the provider’s hosts, and needs no setting for them', () => {
    const hosts = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'];
    expect(rowOf('/buy', production).sources).toMatchObject({ 'script-src': hosts, 'frame-src': hosts });
    expect(rowOf('/buy', headerSettings({}))).toEqual(rowOf('/buy', production));
    expect(rowOf('/buy', production).headers?.['Permissions-Policy']).toContain(
      'payment=(self "https://*.paypal.com" ',
    );
  });

  test('reaches the simulator instead where the settings name it', () => {
    const { sources } = rowOf('/buy', local);
    expect(sources?.['script-src']).toEqual(['http://127.0.0.1:4010']);
    expect(JSON.stringify(sources)).not.toContain('paypal');
  });

  test.each(['https://paypal.com.evil.example/sdk', 'https://notpaypal.com/sdk'])(
    'takes %s for nobody but itself',
    (url) => {
      const { sources } = rowOf('/buy', { ...production, paypalSdkUrl: url });
      expect(sources?.['script-src']).toEqual([new URL(url).origin]);
    },
  );

  test('may be styled by the provider: no hash takes that back', async () => {
    const { sources = {} } = rowOf('/buy', production);
    const policy = await pagePolicy(page('<style>a{}</style>'), { sources: [sources], foreignScripts: true });
    expect(policy['style-src']).toEqual(expect.arrayContaining(["'self'", "'unsafe-inline'"]));
    expect(policy['style-src']?.join()).not.toContain('sha256');
    expect(policy).not.toHaveProperty('require-trusted-types-for');
  });
});

test('the download page may ask the release storage, where /dist redirects, for dates', async () => {
  const toml = await readFile(inProject('netlify.toml'), 'utf8');
  const settings = headerSettings({}, toml.replace('downloads.kithbook.example', 'files.test'));
  expect(rowOf('/download', settings).sources).toEqual({ 'connect-src': ['https://files.test'] });
  expect(rowOf('/download', headerSettings({}, toml)), 'the placeholder').toEqual({});
});

describe('what a page carries', () => {
  test('its scripts know the identity provider: its two hosts, and locally the emulator', () => {
    const hosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
    const carried = (settings: typeof local, scripts: string[]) =>
      carriedSources('', scripts, settings).sources;
    expect(carried(production, sdk)).toContainEqual({ 'connect-src': hosts });
    expect(carried(local, sdk)).toContainEqual({ 'connect-src': [...hosts, 'http://127.0.0.1:9099'] });
    expect(carried(local, ['fetch("/api")'])).toEqual([{}, {}]);
    expect(carried({ ...local, hasAccounts: false }, sdk)).toEqual([{}, {}]);
  });

  test.each([
    ['https://www.googletagmanager.com/gtag/js', 'https://*.google-analytics.com'],
    ['http://127.0.0.1:5000/gtag/js', 'http://127.0.0.1:5000'],
  ])('it is measured by %s', (url, reported) => {
    const settings = headerSettings({
      PUBLIC_ANALYTICS_ID: 'G-1',
      PUBLIC_ANALYTICS_URL: url.includes('google') ? '' : url,
    });
    const { sources, foreignScripts } = carriedSources(measured, [], settings);
    expect(foreignScripts).toBe(true);
    const [, analytics = {}] = sources;
    expect(analytics['script-src']).toEqual([new URL(url).origin]);
    expect(analytics['connect-src']).toContain(reported);
    expect(carriedSources(page(''), [], settings)).toEqual({ sources: [{}, {}], foreignScripts: false });
  });

  test('what it says of a provider adds nothing by itself', () => {
    expect(carriedSources(measured, [], production)).toEqual({ sources: [{}, {}], foreignScripts: false });
  });
});

describe('a policy', () => {
  test('names each inline script by its hash, rules for speculation too, and data not', async () => {
    const html = page(
      '<script>a()</script><script id="x">a()</script><script type="speculationrules">{}</script>' +
        '<script type="application/ld+json">{"a":1}</script><script type="module" src="/a.js"></script>',
    );
    expect((await pagePolicy(html, strict))['script-src']).toEqual([
      "'self'",
      "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
      "'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='",
    ]);
  });

  test('stands in a page before all that it is about, but for what a header alone can say', async () => {
    const policy = await pagePolicy(page('<style>a{}</style>'), strict);
    const inside = withPolicyInside(page('<style>a{}</style>'), policy);
    expect(inside).toContain(
      `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default`,
    );
    expect(inside).not.toContain('frame-ancestors');
    expect(() => withPolicyInside('<p>', policy)).toThrow('no place');
  });
});

describe('the file of headers', () => {
  const policy = { 'default-src': ["'none'"] };

  test('says of every address what its rules say, as the platform reads it', () => {
    const file = headersFile([
      { for: '/*', values: { 'X-A': 'all', 'X-B': 'b: c' } },
      ...pageRules('buy.html', policy, { headers: { 'X-A': 'one' }, alsoAt: ['/pay/*'] }),
    ]);
    const rules = parseHeadersFile(file);
    const common = { 'X-A': 'all', 'X-B': 'b: c' };
    expect(headersFor(rules, '/elsewhere')).toEqual(common);
    for (const path of ['/buy', '/buy/', '/BUY', '/buy.html', '/pay', '/pay/a/b'])
      expect(headersFor(rules, path)).toEqual({
        ...common,
        'X-A': 'one',
        'Content-Security-Policy': policyText(policy),
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
    expect(headersFor(rules, '/buyer')).toEqual(common);
  });

  test.each([
    ['index.html', '/'],
    ['buy.html', '/buy'],
    ['api/docs.html', '/api/docs'],
    ['cms/index.html', '/cms'],
  ])('%s is the page at %s', (file, path) => {
    expect(pathOf(file)).toBe(path);
  });

  test('a line that is neither path nor header is refused', () => {
    expect(() => parseHeadersFile('/a\n  nonsense')).toThrow('nonsense');
    expect(() => parseHeadersFile('X-A: b')).toThrow('X-A');
  });
});
