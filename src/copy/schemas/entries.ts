import type * as z from 'zod';
import {
  choice,
  day,
  draft,
  fields,
  indexTerms,
  patternText,
  line,
  list,
  shortText,
  text,
  wholeNumber,
  yesOrNo,
} from './field.ts';
import { letterAudiences } from '../../shared/schemas/newsletter.ts';

/** Fields of src/content/features. The body describes the feature. */
export const featureSchema = fields('the head of a feature', {
  name: text('what the feature is called'),
  letter: patternText('one capital letter under which it is filed', /^[A-Z]$/).describe(
    'the letter under which it is filed',
  ),
  plan: choice('the plan that has it, basic for both plans', ['basic', 'annual']),
  where: line('where to find it in the program').optional(),
  limits: line('what it does not do, or needs').optional(),
  soon: yesOrNo('true where it is announced and not there yet').default(false),
  index: indexTerms(),
  draft: draft(),
});

/** Fields of src/content/pitches. The body is the post, as affiliates copy it. */
export const pitchSchema = fields('the head of a post template', {
  title: text('what the post is called on the page'),
  kind: choice('the length of the post', ['long', 'short']),
  audience: text('for whom or where it works best'),
  order: wholeNumber('its place in the list, lowest first'),
  draft: draft(),
});

/** Fields of src/content/letters. The body is the letter. Mail programs cut longer subjects and previews. */
export const letterSchema = fields('the head of a letter', {
  subject: shortText('the subject of the email', 70),
  preview: shortText('the sentence that email programs show next to the subject', 110),
  audience: choice('who gets it: the readers of the newsletter, or the active affiliates', letterAudiences),
  draft: draft('the letter'),
});

/** The lists of questions. A section of the type "questions" shows one of them. */
export const topics = ['contact', 'affiliates', 'buying'] as const;

/** Fields of src/content/questions. The body is the answer. */
export const questionSchema = fields('the head of a question', {
  question: line('the question, as a visitor would ask it'),
  topics: list('where it is listed', choice('a list', topics)),
  order: wholeNumber('its place in the list, lowest first'),
  index: indexTerms(),
  draft: draft(),
});

/** An Ed25519 signature: 64 bytes in base64. */
const signature = (described: string) =>
  patternText('a signature from npm run release:sign', /^[A-Za-z0-9+/]{86}==$/)
    .optional()
    .describe(described);

const file = fields('a file of the release', {
  system: choice('the system it is for', ['Mac', 'Windows']),
  kind: choice('the kind of file', ['ZIP', 'DMG']),
  ending: patternText('the end of the file name, such as mac.zip', /^[a-z0-9-]+\.[a-z]+$/).describe(
    'the end of the file name in the release storage, such as mac.zip',
  ),
  bytes: wholeNumber('its size in bytes'),
  sha256: patternText('the SHA-256 of the file, 64 digits and letters a to f', /^[0-9a-fA-F]{64}$/)
    .toLowerCase()
    .describe('the SHA-256 of the file, in hexadecimal'),
  signature: signature('the signature of the file'),
});

/** The system and the kind make the title of a download, and the ending makes its file name. */
function areDistinct(files: readonly z.infer<typeof file>[]): boolean {
  const titles = new Set(files.map(({ system, kind }) => `${system} ${kind}`));
  const names = new Set(files.map(({ ending }) => ending));
  return titles.size === files.length && names.size === files.length;
}

/** Fields of src/content/releases. The body is the introduction of the release. */
export const releaseSchema = fields('the head of a release', {
  version: patternText(
    "the version in three numbers and in quotes, such as '1.0.0'",
    /^\d+\.\d+\.\d+$/,
  ).describe('the version in three numbers, such as 1.0.0'),
  date: day('the day of the release'),
  features: list('what is new, a line each', text('one thing that is new')),
  files: list('the files to download', file).refine(areDistinct, {
    error: 'Expected: one file of a kind for a system, each with an ending of its own',
  }),
  'appcast-signature': signature('the signature of /appcast.xml with this release'),
  'manifest-signature': signature('the signature of /releases.json with this release'),
  draft: draft(),
});
