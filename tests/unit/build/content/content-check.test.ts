import { EventEmitter } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contentCheck } from '../../../../src/build/content/content-check.ts';
import { page, text } from '../../../content-files.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const { hooks } = contentCheck();
const watch = hooks['astro:server:setup'] as (options: object) => void;

/** Writes a project with one page that has this text. */
async function projectWith(content: string) {
  const root = temporaryFolder();
  for (const name of ['pages', 'releases', 'features', 'questions', 'pitches', 'letters'])
    await mkdir(path.join(root, 'src/content', name), { recursive: true });
  for (const name of ['src/pages', 'src/components', 'src/islands', 'src/layouts', 'src/shared', 'public'])
    await mkdir(path.join(root, name), { recursive: true });
  const file = path.join(root, 'src/content/pages/choirs.md');
  const write = (words: string) => writeFile(file, page(text.replace('Some words.', `'${words}'`)));
  await write(content);
  return { root, file, write };
}

test('the development server prints dead links at the start and after a change', async () => {
  const { root, file, write } = await projectWith('[x](/nowhere)');
  const watcher = new EventEmitter();
  const printed: string[] = [];
  watch({ server: { config: { root }, watcher }, logger: { error: (lines: string) => printed.push(lines) } });
  await expect.poll(() => printed.length).toBe(1);
  expect(printed[0]).toContain('src/content/pages/choirs.md, line 11: /nowhere leads nowhere.');

  await write('[x](/elsewhere)');
  watcher.emit('all', 'change', file);
  await expect.poll(() => printed.length).toBe(2);
  expect(printed[1]).toContain('src/content/pages/choirs.md, line 11: /elsewhere leads nowhere.');
});
