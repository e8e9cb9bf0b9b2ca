import { featureSchema, pitchSchema, questionSchema } from './entries.ts';
import { pageSchema } from './page.ts';
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

interface Body {
  /** Whether a file says nothing without it. */
  readonly needed: boolean;
  readonly isMarkdown: boolean;
}

/** What stands below the fields of a file: Markdown, but for posts, which are copied as they stand. */
export const bodies: Readonly<Record<CollectionName, Body>> = {
  pages: { needed: false, isMarkdown: true },
  releases: { needed: false, isMarkdown: true },
  features: { needed: true, isMarkdown: true },
  questions: { needed: true, isMarkdown: true },
  pitches: { needed: true, isMarkdown: false },
};
