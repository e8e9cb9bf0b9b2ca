import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { explained } from './copy/explained.ts';
import { type CollectionName, schemas } from './copy/schemas/collections.ts';
import { nameOfFile } from './copy/schemas/file-name.ts';

/** The files of a folder of src/content by their names; docs/content.md is the guide to them. */
const files = (folder: CollectionName) =>
  explained(
    folder,
    glob({
      base: `./src/content/${folder}`,
      pattern: '**/*.md',
      generateId: ({ entry }) => nameOfFile(folder, entry),
    }),
  );

export const collections = {
  pages: defineCollection({ loader: files('pages'), schema: schemas.pages }),
  releases: defineCollection({ loader: files('releases'), schema: schemas.releases }),
  features: defineCollection({ loader: files('features'), schema: schemas.features }),
  questions: defineCollection({ loader: files('questions'), schema: schemas.questions }),
  pitches: defineCollection({ loader: files('pitches'), schema: schemas.pitches }),
} satisfies Record<CollectionName, unknown>;
