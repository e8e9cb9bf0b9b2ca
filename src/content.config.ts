import { fileURLToPath } from 'node:url';
import { defineCollection } from 'astro:content';
import type { Loader, LoaderContext } from 'astro/loaders';
import { readFolder } from './copy/read-content.ts';
import { type CollectionName, schemas } from './copy/schemas/collections.ts';
import { formatProblem } from './copy/validate-file.ts';

export const collections = {
  pages: defineCollection({ loader: fileLoader('pages'), schema: schemas.pages }),
  releases: defineCollection({ loader: fileLoader('releases'), schema: schemas.releases }),
  features: defineCollection({ loader: fileLoader('features'), schema: schemas.features }),
  questions: defineCollection({ loader: fileLoader('questions'), schema: schemas.questions }),
  pitches: defineCollection({ loader: fileLoader('pitches'), schema: schemas.pitches }),
  letters: defineCollection({ loader: fileLoader('letters'), schema: schemas.letters }),
} satisfies Record<CollectionName, unknown>;

/**
 * Loads a folder of src/content, with our messages for wrong files. The id of an entry is its file name. Astro's `glob()`
 * would stop at the first wrong file, with the message of its YAML parser.
 */
function fileLoader(folder: CollectionName): Loader {
  return {
    name: 'content-files',
    load: async (context) => {
      await loadFolder(folder, context);
      context.watcher?.on('all', (_event, file) => {
        if (file.replaceAll('\\', '/').includes(`/src/content/${folder}/`))
          loadFolder(folder, context).catch((error: unknown) => {
            context.logger.error(String(error));
          });
      });
    },
  };
}

/** Stores the files of a folder. Prints the problems of a wrong file, and keeps the last version without problems. */
async function loadFolder(
  folder: CollectionName,
  { config, generateDigest, logger, parseData, store }: LoaderContext,
): Promise<void> {
  const { files, problems } = await readFolder(fileURLToPath(config.root), folder);
  for (const problem of problems) logger.error(formatProblem(problem));
  const filePathOf = (id: string) => `src/content/${folder}/${id}.md`;
  const paths = new Set([...files.map(({ name }) => filePathOf(name)), ...problems.map(({ file }) => file)]);
  for (const id of store.keys()) if (!paths.has(filePathOf(id))) store.delete(id);
  for (const { name: id, contents, fields, body } of files) {
    const data = await parseData({ id, data: fields });
    store.set({ id, data, body, digest: generateDigest(contents), filePath: filePathOf(id) });
  }
}
