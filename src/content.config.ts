import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { featureSchema } from './copy/schemas/feature.ts';
import { pageSchema } from './copy/schemas/page.ts';
import { pitchSchema } from './copy/schemas/pitch.ts';
import { questionSchema } from './copy/schemas/question.ts';
import { releaseSchema } from './copy/schemas/release.ts';

/** The files of a folder of src/content by their names; docs/content.md is the guide to them. */
const files = (folder: string) => glob({ base: `./src/content/${folder}`, pattern: '**/*.md' });

export const collections = {
  pages: defineCollection({ loader: files('pages'), schema: pageSchema }),
  releases: defineCollection({ loader: files('releases'), schema: releaseSchema }),
  features: defineCollection({ loader: files('features'), schema: featureSchema }),
  questions: defineCollection({ loader: files('questions'), schema: questionSchema }),
  pitches: defineCollection({ loader: files('pitches'), schema: pitchSchema }),
};
