import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { cmsConfig } from '../../src/cms/config.ts';

const files = inject('files');
const built = (name: string): Promise<string> => readFile(path.join(files, name), 'utf8');

test('the content editor is hidden from search engines and not linked from any page', async () => {
  expect(await built('cms.html')).toContain('<meta name="robots" content="noindex">');
  expect(await built('sitemap.xml')).not.toContain('/cms');
  expect(inject('pages').length).toBeGreaterThan(15);
  for (const { file } of inject('pages')) expect(await built(file), file).not.toContain('cms-files');
});

test('the configuration has the fields of the content', async () => {
  expect(JSON.parse(await built('cms.json'))).toEqual(cmsConfig());
});

test('names of scripts contain a hash of the content', async () => {
  const names = await readdir(path.join(files, 'cms-files'), { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => /editor-[A-Z0-9]{8}\.js$/.test(name))).toHaveLength(1);
  expect(scripts.filter((name) => !/-[\w-]{8}\.js$/.test(name))).toEqual([]);
  expect(await built('cms.html')).toMatch(/data-editor="\/cms-files\/editor-[A-Z0-9]{8}\.js"/);
});

test('no script requests fonts from another host', async () => {
  const names = await readdir(path.join(files, 'cms-files'));
  const [script = ''] = names.filter((name) => name.startsWith('editor-'));
  expect(await built(`cms-files/${script}`)).not.toMatch(/cdn\.jsdelivr\.net|fonts\.googleapis\.com/);
});
