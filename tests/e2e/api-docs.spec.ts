import { routes } from '../call-names.ts';
import { expectAccessibleOnPhone } from './expect-accessible.ts';
import { deep, expect, test } from './fixtures.ts';

const documented = routes.filter(({ path }) => path.startsWith('/api/'));

test('/api/docs lists every call with its access, and is accessible', async ({ page }) => {
  const callers = {
    public: 'Everyone',
    'signed-in': 'Signed-in users',
    viewer: 'Viewers, finance and admins',
    finance: 'Finance and admins',
    admin: 'Admins',
    buyer: 'Buyers',
  };
  // Parsing alone takes a tenth of the time of showing the whole page.
  const kept = ['id="postApiCustomers"', 'id="too-many-requests"'];
  const html = await (await page.request.get('/api/docs')).text();
  const { accessTexts, deadAnchors, download } = await page.evaluate(readDocs, html);
  const expected = documented.map(({ method, path, access, service }) => [
    `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    service ? `${callers[access]}, services with their credentials` : callers[access],
  ]);
  expect(accessTexts.sort()).toEqual(expected.sort());
  expect(deadAnchors).toEqual([]);
  expect(download).toBe('/api/openapi.json');
  await test.step('two calls, a group of errors and the page around them are accessible', async () => {
    // axe takes minutes for the whole page, whose other parts have the same structure.
    await page.route('**/api/docs', async (route) => {
      const response = await route.fetch();
      const body = html.replaceAll(/<details[^]*?<\/details>/g, (details) =>
        kept.some((text) => details.includes(text)) ? details.replace('<details', '<details open') : '',
      );
      await route.fulfill({ response, body });
    });
    await page.goto('/api/docs');
    await expect(page.locator('details')).toHaveCount(kept.length);
    await expectAccessibleOnPhone(page);
  });
});

test('/api/docs has one line a call, and a link opens its details', deep, async ({ page }) => {
  await page.goto('/api/docs');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(8_000);
  await page.evaluate(() => {
    location.hash = '#customer-not-found';
  });
  await expect(page.locator('#customer-not-found')).toBeVisible();
});

/** Runs in a page: returns the calls with their callers, links to missing anchors, and the address of the download. */
function readDocs(html: string) {
  const docs = new DOMParser().parseFromString(html, 'text/html');
  const anchors = [...docs.querySelectorAll('main a[href^="#"]')].map((link) => link.getAttribute('href'));
  return {
    accessTexts: [...docs.querySelectorAll('details:has(.call)')].map((call) => [
      call.querySelector('.call')?.textContent.trim().replace(/\s+/g, ' '),
      call.querySelector('.callers')?.textContent,
    ]),
    deadAnchors: [...new Set(anchors)].filter((href) => !href || docs.querySelectorAll(href).length !== 1),
    download: [...docs.links].find((link) => link.textContent === 'openapi.json')?.getAttribute('href'),
  };
}
