import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { checkSeller } from '../../../../netlify/commands/check-seller.ts';
import { parseFile } from '../../../../src/copy/parse-file.ts';
import { readFolder } from '../../../../src/copy/read-content.ts';
import { inProject, root } from '../../../../stack/paths.ts';

const { files: pages } = await readFolder(root, 'pages');
/** The page about us with other words in its fields. */
const aboutWith = (...changes: readonly (readonly [from: string | RegExp, to: string])[]) => {
  const about = pages.find(({ name }) => name === 'about')?.contents ?? '';
  const changed = changes.reduce((text, [from, to]) => text.replaceAll(from, to), about);
  const file = parseFile('pages', 'about.md', changed);
  if ('problems' in file) throw new Error(JSON.stringify(file.problems));
  return file;
};
const realNames = [/ Example\n/g, ' Binder\n'] as const;
const noExample = ['example: true', 'example: false'] as const;

test.each([
  ['the people and the shares are examples', [], 1],
  ['a person has an invented name', [noExample], 1],
  ['the shares are examples', [realNames], 1],
  ['people and shares are real', [realNames, noExample], 0],
] as const)('a deploy ends with the right code while %s', (_case, changes, code) => {
  expect(checkSeller(false, [aboutWith(...changes)])).toMatchObject({ code });
});

test('a deploy to production stops while the seller is invented', () => {
  expect(checkSeller(true, [])).toMatchObject({ code: 1 });
  expect(checkSeller(false, [])).toMatchObject({ code: 0 });
  const { context } = parse(readFileSync(inProject('netlify.toml'), 'utf8'));
  expect(context).toHaveProperty(
    'production.command',
    expect.stringMatching(/check-seller\.ts && .*npm run build$/),
  );
});
