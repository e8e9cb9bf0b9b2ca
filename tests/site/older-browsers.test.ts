import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';

const files = inject('files');

test.each(inject('pages'))('$path says to older browsers what they know', async ({ file }) => {
  const html = await readFile(path.join(files, file), 'utf8');
  expect(html).toContain('@supports not (color:light-dark(');
  const silent = html.match(/content:[^;{}]+ \/ ""/g) ?? [];
  expect(silent.length).toBeGreaterThan(0);
  for (const mark of silent) expect(html).toContain(`${mark.replace(/ \/ ""$/, '')};${mark}`);
});
