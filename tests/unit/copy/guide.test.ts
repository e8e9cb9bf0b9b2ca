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

test('the examples of the guide are valid files', async () => {
  for (const [place, example] of await readGuideExamples()) {
    const [folder, file] = place.split('/') as [CollectionName, string];
    expect(parseFile(folder, file, example), place).not.toHaveProperty('problems');
  }
});
