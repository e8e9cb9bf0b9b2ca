import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawingNames } from '../../../src/shared/drawing-names.ts';
import { topics } from '../../../src/copy/schemas/question.ts';
import { sectionTypes } from '../../../src/copy/schemas/section.ts';
import { placeholders } from '../../../src/shared/placeholders.ts';
import { inProject } from '../../stack/paths.ts';

const guide = readFileSync(inProject('docs/content.md'), 'utf8');

test.each([
  ['section', sectionTypes],
  ['drawing', drawingNames],
  ['list of questions', topics],
  ['placeholder', Object.keys(placeholders).map((name) => `{${name}}`)],
])('the guide names every %s', (_what, names) => {
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
