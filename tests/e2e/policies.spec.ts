import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { pagePath } from '../../src/build/built-pages.ts';
import { site } from '../../src/shared/site.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { pagesWithAllSections } from '../pages-with-all-sections.ts';
import { publicAccountScreens } from './accounts/account-screens.ts';
import { sampleAccounts } from './accounts/firebase-accounts.ts';
import { signIn } from './accounts/sign-in.ts';
import { expectAccessible, expectFitsPhone } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { contentPages } from './page-helpers.ts';
import { stackUrl } from './stack-fixtures.ts';

// Each test opens many pages.
test.slow();

/** The content editor has its own tests. */
const pagesWithOwnTests = ['/cms'];

/** Pages that no search engine lists and that need no account. */
const pagesForEverybody: readonly string[] = ['/404', '/api/docs', ...publicAccountScreens];

/** The folder of the build. */
const files = process.env.E2E_FILES ?? '';

/** Types of sections on which axe runs in the tests of their pages. */
const typesWithOwnTests = ['demo-profile', 'downloads', 'withdrawal'];

/** axe runs on these pages only, since pages share sections. */
const accessiblePages = pagesWithAllSections(typesWithOwnTests);

interface BuiltPage {
  readonly path: string;
  readonly file: string;
}

/** The pages of the build. `listed` pages need no account. */
function findBuiltPages(): Map<'listed' | 'signed-in', BuiltPage[]> {
  const sitemap = readFileSync(`${files}/sitemap.xml`, 'utf8');
  const pages = readdirSync(files, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replaceAll('\\', '/'))
    .map((file) => ({ path: pagePath(file), file }))
    .filter(({ path }) => !pagesWithOwnTests.includes(path));
  const isListed = ({ path }: BuiltPage) =>
    pagesForEverybody.includes(path) || sitemap.includes(`<loc>${new URL(path, site.url).href}</loc>`);
  return Map.groupBy(pages, (page) => (isListed(page) ? 'listed' : 'signed-in'));
}

function toPaths(pages: readonly BuiltPage[]): string[] {
  return pages.map(({ path }) => path);
}

/**
 * Opens each page and hydrates its islands. A policy violation, a missing CSS rule, or an accessibility violation of a content
 * page fails the test.
 */
async function expectWithinPolicy(page: Page, pages: readonly BuiltPage[]): Promise<void> {
  const unknown: string[] = [];
  page.on('console', (message) => {
    if (/-Policy header|Unrecognized|directive/.test(message.text())) unknown.push(message.text());
  });
  for (const { path, file } of pages) {
    const response = await page.goto(path);
    expect(response?.headers()['content-security-policy'], path).toContain("default-src 'none'");
    await pageScriptHasRun(page);
    const islands = page.locator('astro-island, [data-mount]');
    for (let place = 0; place < (await islands.count()); place += 1)
      await islands.nth(place).dispatchEvent('pointerover');
    // Astro removes the attribute when an island is hydrated.
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await expect(page.locator('[data-mount]:not([hydrated])')).toHaveCount(0);
    expect.soft(await findMissingCss(page, file), path).toEqual([]);
    if (contentPages.includes(path))
      await test.step(`accessibility of ${path}`, async () => {
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) details.setAttribute('open', '');
        });
        if (accessiblePages.includes(path)) await expectAccessible(page);
        else await expectFitsPhone(page);
      });
  }
  expect(unknown).toEqual([]);
}

const halves = ['first', 'second'] as const;
for (const half of halves)
  test(`public pages keep the policy, have their CSS and are accessible (${half} half)`, async ({ page }) => {
    test.setTimeout(240_000);
    const listed = findBuiltPages().get('listed') ?? [];
    expect(toPaths(listed)).toEqual(expect.arrayContaining([...contentPages, '/login']));
    const sdkPages: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/_astro/identity.')) sdkPages.push(new URL(page.url()).pathname);
    });
    await expectWithinPolicy(
      page,
      listed.filter((_, index) => index % 2 === halves.indexOf(half)),
    );
    const withoutSdk = [...contentPages, '/forgot-password', '/reset-password', '/set-new-password'];
    expect(sdkPages.filter((path) => withoutSdk.includes(path))).toEqual([]);
  });

test('every other page violates no policy and has its CSS for an admin', async ({
  page,
  allowConsoleErrors,
}) => {
  // The admin is no affiliate.
  allowConsoleErrors(/status of 404 .* at \S+\/api\/affiliates\/(statements|entries\?limit=50|payout)$/);
  const pages = findBuiltPages().get('signed-in') ?? [];
  expect(toPaths(pages)).toEqual(
    expect.arrayContaining(['/admin', '/affiliate-admin', '/user-profile-admin']),
  );
  await signIn(page, sampleAccounts.admin);
  await expectWithinPolicy(
    page,
    pages.map((built) => (built.path === '/profile' ? { ...built, path: '/profile/seed-ada' } : built)),
  );
});

test('injected markup runs no script and changes no style; a violation is reported', async ({
  page,
  allowConsoleErrors,
}) => {
  await test.step('a missing address', async () => {
    allowConsoleErrors(/status of 404|securitypolicy|policy \(enforce\)|Content Security Policy/);
    await page.goto('/nowhere/at/all', { waitUntil: 'networkidle' });
    const wasLoaded = await page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const picture = new Image();
          picture.onload = () => {
            resolve(true);
          };
          picture.onerror = () => {
            resolve(false);
          };
          picture.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
        }),
    );
    expect(wasLoaded).toBe(false);
  });
  await test.step('injected markup', async () => {
    allowConsoleErrors(/policy \(enforce\)|Content Security Policy/);
    await page.route(
      ({ pathname }) => pathname === '/why',
      async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        const injected =
          '<script>ran="script"</script><img src="x:" onerror="ran=1"><style>main{display:none}</style>' +
          '<p id="injected" style="position:fixed">!</p><base href="https://elsewhere.example/">';
        await route.fulfill({ response, body: html.replace('<main', `${injected}<main`) });
      },
    );
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto('/why');
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('#injected')).toHaveCSS('position', 'static');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
    for (const directive of [
      'script-src-elem',
      'script-src-attr',
      'style-src-elem',
      'style-src-attr',
      'base-uri',
    ])
      expect(messages.join('\n')).toContain(`policy (enforce): ${directive} of`);
  });
  await test.step('a report', async () => {
    // The local stack has no HTTPS, which Chromium needs for `report-to`. Without it, Chromium uses `report-uri`.
    await page.route(
      ({ pathname }) => pathname === '/login',
      async (route) => {
        const response = await route.fetch();
        const headers = response.headers();
        const policy = headers['content-security-policy']?.replace(/; report-to [^;]+/, '') ?? '';
        await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } });
      },
    );
    const sent = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/api/reports/csp'),
    );
    await page.goto('/login');
    await page.evaluate(() => {
      new Image().src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    });
    const report = await sent;
    expect(report.postData()).toContain('"blocked-uri":"data"');
    expect((await report.response())?.status()).toBe(204);
  });
});

/** Finds the CSS that the build removed although the page uses it. `file` is the page's file in the build. */
async function findMissingCss(page: Page, file: string): Promise<string[]> {
  const html = await readFile(path.join(stackUrl('E2E_WHOLE_PAGES'), file), 'utf8');
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  return page.evaluate(findMissingSelectors, styles.join('\n'));
}

/**
 * Runs in the page. Returns the selectors of `wholeCss` that match an element of the page, in any state, and that the
 * page's own styles lack, and the custom properties that the page uses and its styles lack. Uses the browser's own
 * parser and matcher.
 */
function findMissingSelectors(wholeCss: string): string[] {
  const anyState = (selector: string) =>
    selector
      .replaceAll(/:not\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ':where(*)')
      .replaceAll(/::?(?!is\(|where\(|has\()[a-z-]+(?:\([^()]*\))?/g, ':where(*)');
  const rulesOf = (rules: CSSRuleList): CSSStyleRule[] =>
    [...rules].flatMap((rule) => {
      const own = rule instanceof CSSStyleRule ? [rule] : [];
      // Keyframes hold steps, not selectors.
      const inner = 'cssRules' in rule && !(rule instanceof CSSKeyframesRule) ? rule.cssRules : null;
      return inner instanceof CSSRuleList ? [...own, ...rulesOf(inner)] : own;
    });
  // The build also removes alternatives that match nothing on the page.
  const matchingAlternatives = (selector: string) =>
    selector.replaceAll(/:is\(([^()]*)\)/g, (_, list: string) => {
      const found = list.split(',').filter((one) => document.querySelector(anyState(one.trim())));
      return `:is(${found.map((one) => one.trim()).join(', ')})`;
    });
  const classes = new Set(
    [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
  );
  // Without this, the browser searches the whole page for most selectors.
  const hasClasses = (selector: string) =>
    [
      ...selector
        .replace(/:(?:not|is|where|has)\([^]*\)/, '')
        .replaceAll(/\[[^\]]*\]/g, '')
        .matchAll(/\.([\w-]+)/g),
    ].every(([, name = '']) => classes.has(name));
  const parts = ({ selectorText }: CSSStyleRule) =>
    selectorText.split(/,(?![^(]*\))/).map((part) => matchingAlternatives(part.trim()));
  const properties = ({ style }: CSSStyleRule) => [...style].filter((name) => name.startsWith('--'));

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(wholeCss);
  const kept = [...document.styleSheets].flatMap((own) => rulesOf(own.cssRules));
  const keptSelectors = new Set(kept.flatMap(parts));
  const keptProperties = new Set(kept.flatMap(properties));
  const named = document.documentElement.outerHTML;
  return rulesOf(sheet.cssRules).flatMap((rule) => {
    const matching = parts(rule).filter(
      (selector) => hasClasses(selector) && document.querySelector(anyState(selector)),
    );
    const empty = properties(rule).length === rule.style.length;
    const selectors = matching.filter((selector) => !keptSelectors.has(selector) && !empty);
    const names = matching.length === 0 ? [] : properties(rule);
    const expected = names.filter((name) => !keptProperties.has(name) && named.includes(`var(${name}`));
    return [...selectors, ...expected];
  });
}
