import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseFile } from './parse-file.ts';
import { type CollectionName, schemas } from './schemas/collections.ts';
import { type ContentProblem, formatProblem, type ParsedFile } from './validate-file.ts';

/** The content files without problems, and the problems of the other files. */
export interface Content {
  readonly files: readonly ParsedFile[];
  readonly problems: readonly ContentProblem[];
}

/** Reads src/content of the project in `root`. */
export async function readContent(root: string): Promise<Content> {
  const folders = Object.keys(schemas) as CollectionName[];
  const contents = await Promise.all(folders.map((folder) => readFolder(root, folder)));
  return {
    files: contents.flatMap(({ files }) => files),
    problems: contents.flatMap(({ problems }) => problems),
  };
}

/** Reads one folder of src/content. */
export async function readFolder(root: string, folder: CollectionName): Promise<Content> {
  const base = path.join(root, 'src/content', folder);
  const names = (await listFiles(base)).filter((name) => name.endsWith('.md'));
  const results = await Promise.all(
    names.map(async (name) => parseFile(folder, name, await readFile(path.join(base, name), 'utf8'))),
  );
  return {
    files: results.flatMap((result) => ('problems' in result ? [] : [result])),
    problems: results.flatMap((result) => ('problems' in result ? result.problems : [])),
  };
}

/** Throws one error with all problems, one per line, if there are any. */
export function assertNoProblems(problems: readonly ContentProblem[]): void {
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
}

/** Returns the paths of all files below a folder, relative to it and with `/` as the separator. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}
