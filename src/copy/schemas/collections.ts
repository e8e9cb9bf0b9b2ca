import { featureSchema, letterSchema, pitchSchema, questionSchema, releaseSchema } from './entries.ts';
import { pageSchema } from './page.ts';

/** Schema of the fields in each folder of src/content, for the build and for the content editor. */
export const schemas = {
  pages: pageSchema,
  releases: releaseSchema,
  features: featureSchema,
  questions: questionSchema,
  pitches: pitchSchema,
  letters: letterSchema,
} as const;

export type CollectionName = keyof typeof schemas;

/** The text below the fields of a file. Post templates are plain text, because affiliates copy them. */
export const bodies: Readonly<
  Record<CollectionName, { readonly isRequired: boolean; readonly isMarkdown: boolean }>
> = {
  pages: { isRequired: false, isMarkdown: true },
  releases: { isRequired: false, isMarkdown: true },
  features: { isRequired: true, isMarkdown: true },
  questions: { isRequired: true, isMarkdown: true },
  pitches: { isRequired: true, isMarkdown: false },
  letters: { isRequired: true, isMarkdown: true },
};

interface NameFormat {
  readonly pattern: RegExp;
  readonly expected: string;
}

/** Format of the file names, without `.md`, in folders where the name is part of an address. */
export const fileNames: Readonly<Partial<Record<CollectionName, NameFormat>>> = {
  // The address of the page.
  pages: {
    pattern: /^[a-z0-9][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)?$/,
    expected:
      'lower-case letters, digits and hyphens, such as choirs, or after the page above and a dot, such as why.choirs',
  },
  // The anchor of the feature.
  features: {
    pattern: /^[a-z0-9][a-z0-9.-]*$/,
    expected: 'lower-case letters, digits, hyphens and dots, such as groups',
  },
  // Names the letter for good: a letter is sent once.
  letters: {
    pattern: /^[a-z0-9][a-z0-9-]*$/,
    expected: 'lower-case letters, digits and hyphens, such as version-1-1',
  },
};
