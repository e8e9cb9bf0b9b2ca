import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ContentProblem, fileProblems, type ParsedFile } from '../../copy/file-problems.ts';
import { fieldsComplaint, fileComplaint } from '../../copy/validate-file.ts';
import { type CollectionName, schemas } from '../../copy/schemas/collections.ts';
import { nameOfFile } from '../../copy/schemas/file-name.ts';
import { parseFrontmatter } from './parse-frontmatter.ts';

/** The content files of the project, and what is wrong with each of them by itself. */
export interface Content {
  readonly files: readonly ParsedFile[];
  readonly problems: readonly ContentProblem[];
}

/** Reads src/content of the project in a folder. `files` has those without a problem. */
export async function readContent(root: string): Promise<Content> {
  const folders = Object.keys(schemas) as CollectionName[];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await namesIn(path.join(root, 'src/content', folder)))
        .filter((name) => name.endsWith('.md'))
        .map((name) => ({ folder, name })),
    ),
  );
  const read = await Promise.all(
    names.flat().map(async ({ folder, name }) => {
      const contents = await readFile(path.join(root, 'src/content', folder, name), 'utf8');
      return readContentFile(folder, name, contents);
    }),
  );
  return {
    files: read.flatMap((file) => ('problems' in file ? [] : [file])),
    problems: read.flatMap((file) => ('problems' in file ? file.problems : [])),
  };
}

interface Refused {
  readonly problems: readonly ContentProblem[];
}

/** Parses and checks one content file; `name` is its path in the folder. */
export function readContentFile(
  folder: CollectionName,
  name: string,
  contents: string,
): ParsedFile | Refused {
  const file = `src/content/${folder}/${name}`;
  try {
    nameOfFile(folder, name);
  } catch (error) {
    return { problems: [{ file, message: messageOf(error).replace(`${file}: `, '') }] };
  }
  const complaint = fileComplaint(contents);
  if (complaint !== undefined) return { problems: [{ file, ...complaint }] };
  try {
    const { frontmatter, content } = parseFrontmatter(contents);
    const parsed = { folder, name: name.replace(/\.md$/, ''), contents, fields: frontmatter, body: content };
    const problems = fileProblems(parsed);
    return problems.length > 0 ? { problems } : parsed;
  } catch (error) {
    return { problems: [{ file, ...fieldsComplaint(contents, withPlace(error)) }] };
  }
}

/** js-yaml's `mark.line` counts as Astro's `loc` does: from 0, starting below the opening `---`. */
function withPlace(error: unknown) {
  const { mark, reason } = error as { mark?: { line?: number }; reason?: string };
  return { message: reason ?? messageOf(error), loc: mark };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the paths of the files in a folder and below it, with `/` between folders. */
export async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}
