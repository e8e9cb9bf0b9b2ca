import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import { findLooseText } from './find-loose-text.ts';

/** Finds the loose text of the islands and of a sample that has some. One call, because TypeScript starts slowly. */
test('every changing text of an island has its own element, so that it also changes on translated pages; a sample without is found', async () => {
  const folder = await mkdtemp(inProject('test-results', 'loose-text-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'Sample.tsx');
  await writeFile(
    file,
    `export const Sample = ({ name, open }: { readonly name: string; readonly open: boolean }) => (
  <>
    loose
    <p>Hello {name}</p>
    <p>{open && <b />} follows</p>
    <p>{name}</p>
    <p><b>{name}</b> stays</p>
    <p>stays {open && <b />}</p>
    <p>{open && name && <b />}</p>
  </>
);`,
  );
  expect(findLooseText([...globSync(inProject('src/islands/**/*.tsx')), file])).toEqual([
    'Sample.tsx:3 loose',
    'Sample.tsx:4 {name}',
    'Sample.tsx:5 {open && <b />}',
  ]);
}, 60_000);
