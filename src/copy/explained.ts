import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { fieldsComplaint, fileComplaint } from './file-complaint.ts';

interface File {
  readonly contents: string;
  readonly fileUrl: URL;
}

/** How a kind of file is taken apart: what a loader's context has beside what its type says. */
interface EntryType {
  readonly getEntryInfo: (file: File) => Promise<unknown>;
  readonly getRenderFunction?: unknown;
}

type Context = LoaderContext & { readonly entryTypes: ReadonlyMap<string, EntryType> };

const reading =
  ({ getEntryInfo }: EntryType, root: URL) =>
  async (file: File): Promise<unknown> => {
    const refused = (complaint: string, cause?: unknown) =>
      new Error(`${path.relative(fileURLToPath(root), fileURLToPath(file.fileUrl))}: ${complaint}`, {
        cause,
      });
    const complaint = fileComplaint(file.contents);
    if (complaint !== undefined) throw refused(complaint);
    return getEntryInfo(file).catch((error: unknown) => {
      throw error instanceof Error ? refused(fieldsComplaint(file.contents, error), error) : error;
    });
  };

/**
 * A loader of Markdown files that tells a marketer what is wrong with one that cannot be read. It renders none: pages do
 * that, with their placeholders filled.
 */
export const explained = (loader: Loader): Loader => ({
  ...loader,
  load: (context) => {
    const { entryTypes, config } = context as Context;
    const explaining = [...entryTypes].map(
      ([ending, type]) =>
        [
          ending,
          { ...type, getRenderFunction: undefined, getEntryInfo: reading(type, config.root) },
        ] as const,
    );
    return loader.load({ ...context, entryTypes: new Map(explaining) } as Context);
  },
});
