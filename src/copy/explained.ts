import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { fileProblems, formatProblem } from './file-problems.ts';
import { type Complaint, fieldsComplaint, fileComplaint } from './validate-file.ts';
import type { CollectionName } from './schemas/collections.ts';
import { nameOfFile } from './schemas/file-name.ts';

interface File {
  readonly contents: string;
  readonly fileUrl: URL;
}

interface EntryInfo {
  readonly data: unknown;
  readonly body: string;
}

/** How a kind of file is taken apart: what a loader's context has beside what its type says. */
interface EntryType {
  readonly getEntryInfo: (file: File) => Promise<EntryInfo>;
  readonly getRenderFunction?: unknown;
}

type Context = LoaderContext & { readonly entryTypes: ReadonlyMap<string, EntryType> };

/** Reads a file as `getEntryInfo` does. Throws a message with file, line and remedy for a file that is wrong. */
const reading =
  ({ getEntryInfo }: EntryType, root: URL, folder: CollectionName) =>
  async (file: File): Promise<EntryInfo> => {
    const place = path.relative(fileURLToPath(root), fileURLToPath(file.fileUrl)).replaceAll(path.sep, '/');
    const refused = (complaint: Complaint, cause?: unknown) =>
      new Error(formatProblem({ file: place, ...complaint }), { cause });
    const complaint = fileComplaint(file.contents);
    if (complaint !== undefined) throw refused(complaint);
    const entry = await getEntryInfo(file).catch((error: unknown) => {
      throw error instanceof Error ? refused(fieldsComplaint(file.contents, error), error) : error;
    });
    const name = nameOfFile(folder, place.replace(`src/content/${folder}/`, ''));
    const problems = fileProblems({
      folder,
      name,
      contents: file.contents,
      fields: entry.data,
      body: entry.body,
    });
    if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
    return entry;
  };

/**
 * A loader of Markdown files that tells a marketer what is wrong with one that cannot be read. It renders none: pages do
 * that, with their placeholders filled.
 */
export const explained = (folder: CollectionName, loader: Loader): Loader => ({
  ...loader,
  load: (context) => {
    const { entryTypes, config } = context as Context;
    const explaining = [...entryTypes].map(
      ([ending, type]) =>
        [
          ending,
          { ...type, getRenderFunction: undefined, getEntryInfo: reading(type, config.root, folder) },
        ] as const,
    );
    return loader.load({ ...context, entryTypes: new Map(explaining) } as Context);
  },
});
