import { readdir, readFile } from 'node:fs/promises';
import { inProject } from '../stack/paths.ts';
import { sqlTextFiles } from './sql-text-files.ts';

// A step of `npm run check`: SQL text stays in the files of a list. Prints every other place, and every entry that is no longer needed.

const kinds = [
  {
    name: 'a whole statement',
    pattern: /\bsql(?:<[^`]*?>)?`\s*(?:with|select|insert into|update|delete from)\b/gi,
  },
  { name: 'JSON built in SQL', pattern: /\bjsonb?_build_(?:object|array)\b/g },
];

/** Also in listed files: `count` and `sum` arrive as text without a cast. */
const untypedAggregate =
  /\bsql<number(?: \| null)?>`(?=[^`]*\b(?:count|sum)\()(?![^`]*::(?:int|float8))[^`]*`/g;

const problems: string[] = [];
const paths = (await readdir(inProject('src/server'), { recursive: true }))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/server/${path.replaceAll('\\', '/')}`);
const gone = Object.keys(sqlTextFiles).filter((path) => !paths.includes(path));
problems.push(...gone.map((path) => `${path}: is in tests/sql-text-files.ts, but does not exist`));
for (const path of paths) {
  const text = await readFile(inProject(path), 'utf8');
  const lineOf = (index: number) => text.slice(0, index).split('\n').length;
  const found = kinds.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${path}:${String(lineOf(index))}: ${name}`),
  );
  const isListed = path in sqlTextFiles;
  if (!isListed) problems.push(...found);
  if (isListed && found.length === 0) problems.push(`${path}: needs no entry in tests/sql-text-files.ts`);
  for (const { index } of text.matchAll(untypedAggregate))
    problems.push(`${path}:${String(lineOf(index))}: an aggregate without a cast`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
