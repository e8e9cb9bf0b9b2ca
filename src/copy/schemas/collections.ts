import { featureSchema } from './feature.ts';
import { pageSchema } from './page.ts';
import { pitchSchema } from './pitch.ts';
import { questionSchema } from './question.ts';
import { releaseSchema } from './release.ts';

/** The fields of each folder of src/content: the site's build and the content editor both read them here. */
export const schemas = {
  pages: pageSchema,
  releases: releaseSchema,
  features: featureSchema,
  questions: questionSchema,
  pitches: pitchSchema,
} as const;

export type CollectionName = keyof typeof schemas;
