import type { EntryCollection } from '@sveltia/cms';
import { type CollectionName, schemas } from '../copy/schemas/collections.ts';
import { fieldsOf } from './fields.ts';

/** What the fields do not say of a folder of src/content. */
interface Folder {
  readonly label: string;
  readonly one: string;
  readonly description: string;
  readonly icon: string;
  /** The field that an entry is listed by and, unless somebody types another, its file is named after. */
  readonly title: string;
  /** What the name of the file is good for. */
  readonly file: string;
  /** What stands below the fields. */
  readonly body: { readonly label: string; readonly hint: string; readonly required: boolean };
}

const folders: Readonly<Record<CollectionName, Folder>> = {
  pages: {
    label: 'Pages',
    one: 'Page',
    description: 'The words on each page. A page is a list of sections, from top to bottom.',
    icon: 'web',
    title: 'title',
    file: 'The address of the page: choirs becomes /choirs.',
    body: {
      label: 'Text of the file',
      hint: 'Markdown, shown where a section of the type “Text” has no text of its own.',
      required: false,
    },
  },
  releases: {
    label: 'Releases',
    one: 'Release',
    description: 'The versions of the program and their downloads. The newest is the current one everywhere.',
    icon: 'deployed_code',
    title: 'version',
    file: 'The version, such as 1.1.0.',
    body: {
      label: 'Introduction',
      hint: 'A sentence or two about the release, in Markdown.',
      required: false,
    },
  },
  features: {
    label: 'Features',
    one: 'Feature',
    description: 'What the program does, and what it will do, filed by letter.',
    icon: 'sort_by_alpha',
    title: 'name',
    file: 'Any name; where a drawing has the same, it is shown.',
    body: { label: 'What it does', hint: 'Markdown, a sentence or two.', required: true },
  },
  questions: {
    label: 'Questions',
    one: 'Question',
    description: 'Questions and answers, and the pages that list them.',
    icon: 'help',
    title: 'question',
    file: 'Any name; visitors do not see it.',
    body: { label: 'Answer', hint: 'Markdown.', required: true },
  },
  pitches: {
    label: 'Post templates',
    one: 'Post template',
    description: 'Posts that affiliates copy and change.',
    icon: 'campaign',
    title: 'title',
    file: 'Any name; visitors do not see it.',
    body: {
      label: 'Post',
      hint: 'Copied as it stands. [your link] is where affiliates put theirs.',
      required: true,
    },
  },
};

const collectionOf = (name: CollectionName): EntryCollection => {
  const { label, one, description, icon, title, file, body } = folders[name];
  return {
    name,
    label,
    label_singular: one,
    description,
    icon,
    folder: `src/content/${name}`,
    extension: 'md',
    format: 'yaml-frontmatter',
    identifier_field: title,
    summary: `{{${title}}}`,
    slug: {
      template: `{{${title}}}`,
      editable: ['create'],
      hint: file,
      pattern: ['/^[a-z0-9][a-z0-9.-]*$/', 'Expected: lower-case letters, digits, hyphens and dots'],
    },
    fields: [
      ...fieldsOf(schemas[name]),
      { name: 'body', widget: 'text', use_emoji_autocomplete: false, ...body },
    ],
  };
};

/** Every folder of src/content as the editor shows it; its fields are those of its schema, then the text. */
export const cmsCollections = (): EntryCollection[] =>
  Object.keys(schemas).map((name) => collectionOf(name as CollectionName));
