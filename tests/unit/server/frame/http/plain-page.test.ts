import { expect, test } from 'vitest';
import { pageAnswer } from '../../../../../src/server/frame/http/plain-page.ts';
import { footerGroups, mainLinks, signedOutLinks } from '../../../../../src/shared/site-links.ts';

test('a page of the server has the links of the bar and of the whole footer', async () => {
  const { body } = await pageAnswer('Newsletter', 'Confirm?', 200);
  const [bar, footer] = String(body).split('Confirm?');
  for (const { href, label } of [...mainLinks, ...signedOutLinks])
    expect(bar).toContain(`<a href="${href}">${label}</a>`);
  for (const { links } of footerGroups)
    for (const { href, label } of links) expect(footer).toContain(`<a href="${href}">${label}</a>`);
});
