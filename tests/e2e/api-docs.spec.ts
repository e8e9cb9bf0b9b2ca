import { access } from '../../src/server/http/access.ts';
import { expect, test } from './fixtures.ts';
import { looksRight } from './looks-right.ts';

const calls = Object.keys(access).filter((call) => call.includes(' /api/'));

test('the page of the API tells of every call and who may make it, has no accessibility violation, and fits 320 px', async ({
  page,
}) => {
  test.slow();
  await page.goto('/api/docs');
  await expect(page.locator('article')).toHaveCount(calls.length);
  const shown = await page.locator('article .call').allInnerTexts();
  expect(shown.map((text) => text.replace(/\{(\w+)\}/g, ':$1')).sort()).toEqual(calls.sort());
  for (const href of await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]))
    expect(await page.locator(href).count(), href).toBe(1);
  await expect(page.getByRole('link', { name: 'openapi.json' })).toHaveAttribute('href', '/api/openapi.json');
  const words = { open: 'Everybody', 'signed-in': 'Whoever is signed in', admin: 'Admins' };
  const said = await page
    .locator('article')
    .evaluateAll((articles) =>
      articles.map((article) => [
        article.querySelector('.call')?.textContent.trim().replace(/\s+/g, ' '),
        article.querySelector('.who')?.textContent,
      ]),
    );
  const wanted = Object.entries(access)
    .filter(([call]) => call.includes(' /api/'))
    .map(([call, { who, service }]) => [
      call.replace(/:(\w+)/g, '{$1}'),
      service ? `${words[who]}, machines with service credentials` : words[who],
    ]);
  expect(said.sort()).toEqual(wanted.sort());
  // The rest is more of the same, and takes the checker minutes.
  await page.evaluate(() => {
    for (const extra of document.querySelectorAll('article:nth-of-type(n + 3), #errors tr:nth-child(n + 4)'))
      extra.remove();
  });
  await looksRight(page);
});
