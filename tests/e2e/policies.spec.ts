import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { pagePath } from '../../src/build/built-pages.ts';
import { site } from '../../src/shared/site.ts';
import { pageScriptHasRun } from '../../stack/page-script.ts';
import { seeded } from './accounts/provider.ts';
import { openScreens } from './accounts/screens.ts';
import { signIn } from './accounts/sign-in.ts';
import { contentPages } from './content-pages.ts';
import { expect, test } from './fixtures.ts';
import { missingCss } from './missing-css.ts';

// Each test looks at many pages.
test.slow();

/** The editor is another's program; its own tests look at it. */
const elsewhere = ['/cms'];

/** Pages that no search engine lists and that need no account. */
const forAnybody: readonly string[] = ['/404', '/api/docs', ...openScreens];

/** The folder of the build. */
const files = process.env.E2E_FILES ?? '';

interface BuiltPage {
  readonly path: string;
  readonly file: string;
}

/** Every page of the build: `listed` are those for everybody. */
const builtPages = (): Map<'listed' | 'signed-in', BuiltPage[]> => {
  const sitemap = readFileSync(`${files}/sitemap.xml`, 'utf8');
  const pages = readdirSync(files, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replaceAll('\\', '/'))
    .map((file) => ({ path: pagePath(file), file }))
    .filter(({ path }) => !elsewhere.includes(path));
  const isListed = ({ path }: BuiltPage) =>
    forAnybody.includes(path) || sitemap.includes(`<loc>${new URL(path, site.url).href}</loc>`);
  return Map.groupBy(pages, (page) => (isListed(page) ? 'listed' : 'signed-in'));
};

const pathsOf = (pages: readonly BuiltPage[]): string[] => pages.map(({ path }) => path);

/** Opens each page and hydrates its islands. Whatever a policy forbids there fails the test, and CSS that is missing. */
const lookAt = async (page: Page, pages: readonly BuiltPage[]): Promise<void> => {
  const unknown: string[] = [];
  page.on('console', (message) => {
    if (/-Policy header|Unrecognized|directive/.test(message.text())) unknown.push(message.text());
  });
  for (const { path, file } of pages) {
    const response = await page.goto(path);
    expect(response?.headers()['content-security-policy'], path).toContain("default-src 'none'");
    expect.soft(await missingCss(page, file), path).toEqual([]);
    await pageScriptHasRun(page);
    const islands = page.locator('astro-island, [data-mount]');
    for (let place = 0; place < (await islands.count()); place += 1)
      await islands.nth(place).dispatchEvent('pointerover');
    // Astro takes the attribute away when an island is hydrated.
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await expect(page.locator('[data-mount]:not([hydrated])')).toHaveCount(0);
    expect.soft(await missingCss(page, file), `${path}, hydrated`).toEqual([]);
  }
  expect(unknown).toEqual([]);
};

test('every page for everybody works within its policy and has its CSS, and no marketing page fetches Firebase’s SDK', async ({
  page,
}) => {
  const pages = builtPages().get('listed') ?? [];
  expect(pathsOf(pages)).toEqual(expect.arrayContaining(['/', '/buy', '/404', '/login']));
  const sdkPages: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/_astro/identity.')) sdkPages.push(new URL(page.url()).pathname);
  });
  await lookAt(page, pages);
  expect(sdkPages.filter((path) => contentPages.includes(path))).toEqual([]);
});

test('every other page works within its policy and has its CSS for an admin', async ({
  page,
  allowConsoleErrors,
}) => {
  // The admin is no affiliate.
  allowConsoleErrors(/status of 404 .* at \S+\/api\/affiliates\/statements$/);
  const pages = builtPages().get('signed-in') ?? [];
  expect(pathsOf(pages)).toEqual(
    expect.arrayContaining(['/admin', '/affiliate-admin', '/user-profile-admin']),
  );
  await signIn(page, seeded.admin);
  await lookAt(
    page,
    pages.map((built) => (built.path === '/profile' ? { ...built, path: '/profile/seed-ada' } : built)),
  );
});

test('the page for a missing address brings its policy along', async ({ page, allowConsoleErrors }) => {
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

test('markup that slipped into a page runs no script, and changes no style', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/policy \(enforce\)|Content Security Policy/);
  await page.route('**/why', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const slipped =
      '<script>ran="script"</script><img src="x:" onerror="ran=1"><style>main{display:none}</style>' +
      '<p id="slipped" style="position:fixed">!</p><base href="https://elsewhere.example/">';
    await route.fulfill({ response, body: html.replace('<main', `${slipped}<main`) });
  });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/why');
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('#slipped')).toHaveCSS('position', 'static');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
  for (const directive of [
    'script-src-elem',
    'script-src-attr',
    'style-src-elem',
    'style-src-attr',
    'base-uri',
  ])
    expect(said.join('\n')).toContain(`policy (enforce): ${directive} of`);
});
