import { readFile } from 'node:fs/promises';
import { inProject } from '../stack/paths.ts';

/** Paths of the examples in docs/content.md, by a word that only one example contains. */
const places: Readonly<Record<string, string>> = {
  'version:': 'releases/97.31.0.md',
  'question:': 'questions/two-computers.md',
  'title: For choirs': 'pages/choirs.md',
  'letter:': 'features/birthdays.md',
  'kind: short': 'pitches/choirs.md',
  'preview:': 'letters/version-1-1.md',
};

/** Reads the examples of docs/content.md as published files, by their path in src/content. Its release is the newest. */
export async function readGuideExamples(): Promise<Map<string, string>> {
  const guide = await readFile(inProject('docs/content.md'), 'utf8');
  const examples = [...guide.matchAll(/^( *)```md\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', example = '']) => example.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  return new Map(
    Object.entries(places).map(([word, place]) => {
      const [example, ...others] = examples.filter((text) => text.includes(word));
      if (!example || others.length)
        throw new Error(`The guide shows ${String(others.length + 1)} files with ${word}`);
      return [place, example.replace('draft: true\n', '').replace("'1.1.0'", "'97.31.0'")] as const;
    }),
  );
}
