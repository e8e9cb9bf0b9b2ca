import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawingNames } from '../../../src/shared/drawing-names.ts';
import { topics } from '../../../src/copy/schemas/entries.ts';
import { sectionTypes } from '../../../src/copy/schemas/section.ts';
import { placeholders } from '../../../src/shared/placeholders.ts';
import { parseFile } from '../../../src/copy/parse-file.ts';
import type { CollectionName } from '../../../src/copy/schemas/collections.ts';
import { inProject } from '../../../stack/paths.ts';
import { readGuideExamples } from '../../guide-examples.ts';

const guide = readFileSync(inProject('docs/content.md'), 'utf8');

test.each([
  ['section', sectionTypes],
  ['drawing', drawingNames],
  ['list of questions', topics],
  ['placeholder', Object.keys(placeholders).map((name) => `{${name}}`)],
])('the guide names every %s', (_case, names) => {
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

/** Returns the part of the guide below a heading. */
const sectionOf = (heading: string): string =>
  guide.split(/^##+ /m).find((part) => part.startsWith(heading)) ?? '';

test.each([
  ['Publishing a change', ['`npm run preview`', 'Netlify refuses', 'Failed']],
  ['Drafts', ['`npm start`', 'previews of pull requests']],
  ['Subscribers who pay the old price', ['They keep it', '`formerPrices`', 'PayPal']],
  ['Renaming the product', ['`src/shared/site.ts`', 'Installers', 'Firebase', 'PayPal']],
  ['Changed terms of the affiliate program', ['`version`', 'begins', 'statement', 'months before']],
])('the guide has a section “%s” with the words %j', (heading, words) => {
  const section = sectionOf(heading).replaceAll(/\s+/g, ' ');
  expect(words.filter((word) => !section.includes(word))).toEqual([]);
});

test('the examples of the guide are valid files', async () => {
  for (const [place, example] of await readGuideExamples()) {
    const [folder, file] = place.split('/') as [CollectionName, string];
    expect(parseFile(folder, file, example), place).not.toHaveProperty('problems');
  }
});
