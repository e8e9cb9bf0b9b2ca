import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { detectServices, pagePolicy, withPolicyElement } from '../../../src/build/headers/page-policy.ts';
import { pageSettings } from '../../../src/build/headers/page-settings.ts';
import { headersFile, pageRules } from '../../../src/build/headers/security-headers.ts';
import { headerSettings } from '../../../src/build/headers/settings.ts';
import { policyText } from '../../../src/shared/security-headers.ts';
import { inProject } from '../../../stack/paths.ts';
import { matchHeaders, parseHeadersFile } from '../../../stack/netlify/configuration.ts';

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
const strict = { sources: [], hasForeignScripts: false };
const pageWithAnalytics =
  '<template id="analytics" data-id="G-1" data-url="https://elsewhere.example/x"></template>';
const page = (head: string) => `<html><head><meta charset="utf-8"><title>A</title>${head}</head></html>`;

describe('the payment page', () => {
  test('allows PayPal’s hosts without any setting', () => {
    const hosts = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'];
    expect(pageSettings('/buy', production).sources).toMatchObject({
      'script-src': hosts,
      'frame-src': hosts,
    });
    expect(pageSettings('/buy', headerSettings({}))).toEqual(pageSettings('/buy', production));
    expect(pageSettings('/buy', production).headers?.['Permissions-Policy']).toContain(
      'payment=(self "https://*.paypal.com" ',
    );
  });

  test('allows inline styles of PayPal, without hashes that would disable them', async () => {
    const { sources = {} } = pageSettings('/buy', production);
    const policy = await pagePolicy(page('<style>a{}</style>'), {
      sources: [sources],
      hasForeignScripts: true,
    });
    expect(policy['style-src']).toEqual(expect.arrayContaining(["'self'", "'unsafe-inline'"]));
    expect(policy['style-src']?.join()).not.toContain('sha256');
    expect(policy).not.toHaveProperty('require-trusted-types-for');
  });
});

test('the policy allows the download page to request dates from the release storage', async () => {
  const toml = await readFile(inProject('netlify.toml'), 'utf8');
  const settings = headerSettings({}, toml.replace('downloads.kithbook.example', 'files.test'));
  expect(pageSettings('/download', settings).sources).toEqual({ 'connect-src': ['https://files.test'] });
  expect(pageSettings('/download', headerSettings({}, toml)), 'the placeholder').toEqual({});
});

describe('the services of a page', () => {
  test('include Firebase if a script calls it, and the emulator in the local stack', () => {
    const hosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
    const sourcesFor = (settings: typeof local, scripts: string[]) =>
      detectServices('', scripts, settings).sources;
    expect(sourcesFor(production, sdk)[0]).toMatchObject({ 'connect-src': hosts });
    expect(sourcesFor(local, sdk)[0]).toMatchObject({
      'connect-src': [...hosts, 'http://127.0.0.1:9099'],
    });
    expect(sourcesFor(local, ['fetch("/api")'])).toEqual([{}, {}]);
    expect(sourcesFor({ ...local, hasAccounts: false }, sdk)).toEqual([{}, {}]);
  });

  test.each([
    ['https://www.googletagmanager.com/gtag/js', 'https://*.google-analytics.com'],
    ['http://127.0.0.1:5000/gtag/js', 'http://127.0.0.1:5000'],
  ])('include the analytics script %s', (url, host) => {
    const settings = headerSettings({
      PUBLIC_ANALYTICS_ID: 'G-1',
      PUBLIC_ANALYTICS_URL: url.includes('google') ? '' : url,
    });
    const { sources, hasForeignScripts } = detectServices(pageWithAnalytics, [], settings);
    expect(hasForeignScripts).toBe(true);
    const [, analytics = {}] = sources;
    expect(analytics['script-src']).toEqual([new URL(url).origin]);
    expect(analytics['connect-src']).toContain(host);
    expect(detectServices(page(''), [], settings)).toEqual({ sources: [{}, {}], hasForeignScripts: false });
  });
});

describe('a policy', () => {
  test('has the hash of each inline script, but not of JSON-LD', async () => {
    const html = page(
      '<script>a()</script><script id="x">a()</script><script type="application/ld+json">{"a":1}</script><script type="module" src="/a.js"></script>',
    );
    expect((await pagePolicy(html, strict))['script-src']).toEqual([
      "'self'",
      "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    ]);
  });

  test('is the first element of a page that has it, without the directives that only a header supports', async () => {
    const policy = await pagePolicy(page('<style>a{}</style>'), strict);
    const inside = withPolicyElement(page('<style>a{}</style>'), policy);
    expect(inside).toContain(
      `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default`,
    );
    expect(inside).not.toContain('frame-ancestors');
    expect(() => withPolicyElement('<p>', policy)).toThrow('no place');
  });
});

describe('_headers', () => {
  const policy = { 'default-src': ["'none'"] };

  test('has the headers of every address, as Netlify reads them', () => {
    const file = headersFile([
      { for: '/*', values: { 'X-A': 'all', 'X-B': 'b: c' } },
      ...pageRules('buy.html', policy, { headers: { 'X-A': 'one' }, alsoAt: ['/pay/*'] }),
    ]);
    const rules = parseHeadersFile(file);
    const common = { 'X-A': 'all', 'X-B': 'b: c' };
    expect(matchHeaders(rules, '/elsewhere')).toEqual(common);
    for (const path of ['/buy', '/buy/', '/BUY', '/buy.html', '/pay', '/pay/a/b'])
      expect(matchHeaders(rules, path)).toEqual({
        ...common,
        'X-A': 'one',
        'Content-Security-Policy': policyText(policy),
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Speculation-Rules': '"/speculation-rules.json"',
      });
    expect(matchHeaders(rules, '/buyer')).toEqual(common);
  });
});
