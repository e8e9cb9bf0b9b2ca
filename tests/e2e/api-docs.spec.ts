import { routes } from '../call-names.ts';
import { expectAccessibleOnPhone } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

const documented = routes.filter(({ path }) => path.startsWith('/api/'));

test('/api/docs lists every call with its access, has no accessibility violation, and fits 320 px', async ({
  page,
}) => {
  test.slow();
  await page.goto('/api/docs');
  await expect(page.locator('article')).toHaveCount(documented.length);
  const shown = await page.locator('article .call').allInnerTexts();
  expect(shown.map((text) => text.replace(/\{(\w+)\}/g, ':$1')).sort()).toEqual(
    documented.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  const deadAnchors = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) =>
      [...new Set(links.map((link) => link.getAttribute('href') ?? ''))].filter(
        (href) => document.querySelectorAll(href).length !== 1,
      ),
    );
  expect(deadAnchors).toEqual([]);
  await expect(page.getByRole('link', { name: 'openapi.json' })).toHaveAttribute('href', '/api/openapi.json');
  const callers = {
    public: 'Everyone',
    'signed-in': 'Signed-in users',
    viewer: 'Viewers, finance and admins',
    finance: 'Finance and admins',
    admin: 'Admins',
    buyer: 'Buyers',
  };
  const accessTexts = await page
    .locator('article')
    .evaluateAll((articles) =>
      articles.map((article) => [
        article.querySelector('.call')?.textContent.trim().replace(/\s+/g, ' '),
        article.querySelector('.callers')?.textContent,
      ]),
    );
  const expected = documented.map(({ method, path, access, service }) => [
    `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    service ? `${callers[access]}, services with their credentials` : callers[access],
  ]);
  expect(accessTexts.sort()).toEqual(expected.sort());
  // axe takes minutes for all articles, which have the same structure.
  await page.evaluate(() => {
    for (const extra of document.querySelectorAll('article:nth-of-type(n + 3), #errors tr:nth-child(n + 4)'))
      extra.remove();
  });
  await expectAccessibleOnPhone(page);
});
