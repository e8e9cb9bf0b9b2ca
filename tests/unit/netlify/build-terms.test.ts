import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderTerms } from '../../../netlify/build-terms.ts';
import { site } from '../../../src/shared/site.ts';
import { root } from '../../../stack/paths.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('the terms and the notice on withdrawals are rendered from the pages, newest version first', async () => {
  const { versions, withdrawal } = await renderTerms(root);
  const days = versions.map(({ version }) => version);
  expect(days).toEqual(days.toSorted().reverse());
  expect(days.at(-1)).toBe('2026-11-28');
  for (const { html, text } of [...versions, withdrawal]) {
    expect(text).toContain(site.seller.name);
    expect(html + text).not.toMatch(/[{]\w+[}.]/);
    expect(html).not.toMatch(/(?:href|src)="[/#]/);
  }
});

test('a project without the notice on withdrawals builds no terms', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'src'), { recursive: true });
  await cp(path.join(root, 'src/content'), path.join(folder, 'src/content'), { recursive: true });
  await rm(path.join(folder, 'src/content/pages/right-of-withdrawal.md'));
  await expect(renderTerms(folder)).rejects.toThrow('src/content/pages/right-of-withdrawal.md');
});
