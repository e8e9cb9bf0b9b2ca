import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { cmsConfig } from '../../src/cms/config.ts';

const files = inject('files');
const readBuilt = (name: string): Promise<string> => readFile(path.join(files, name), 'utf8');

test('the content editor is hidden from search engines and not linked from any page', async () => {
  expect(await readBuilt('cms.html')).toContain('<meta name="robots" content="noindex">');
  expect(await readBuilt('sitemap.xml')).not.toContain('/cms');
  expect(inject('pages').length).toBeGreaterThan(15);
  for (const { file } of inject('pages')) expect(await readBuilt(file), file).not.toContain('cms-files');
});

test('cms.json is the configuration that src/cms makes from the content schemas', async () => {
  expect(JSON.parse(await readBuilt('cms.json'))).toEqual(cmsConfig());
});

test('the file names of the editor’s scripts contain a hash', async () => {
  const names = await readdir(path.join(files, 'cms-files'), { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => /editor-[A-Z0-9]{8}\.js$/.test(name))).toHaveLength(1);
  expect(scripts.filter((name) => !/-[\w-]{8}\.js$/.test(name))).toEqual([]);
  expect(await readBuilt('cms.html')).toMatch(/data-editor="\/cms-files\/editor-[A-Z0-9]{8}\.js"/);
});

test('the editor’s script requests no fonts from another host', async () => {
  const names = await readdir(path.join(files, 'cms-files'));
  const [script = ''] = names.filter((name) => name.startsWith('editor-'));
  expect(await readBuilt(`cms-files/${script}`)).not.toMatch(/cdn\.jsdelivr\.net|fonts\.googleapis\.com/);
});
