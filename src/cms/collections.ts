import type { EntryCollection } from '@sveltia/cms';
import { bodies, type CollectionName, schemas } from '../copy/schemas/collections.ts';
import { fileNames } from '../copy/schemas/file-name.ts';
import { fieldsOf } from './fields.ts';
import { writingPattern } from './texts.ts';

/** What the fields do not say of a folder of src/content. */
interface Folder {
  readonly label: string;
  readonly one: string;
  readonly description: string;
  readonly icon: string;
  /** The field that an entry is listed by. */
  readonly title: string;
  /** What the name of the file is good for. */
  readonly file: string;
  /** Whether somebody types that name, and it is not made of the title. */
  readonly typed?: boolean;
  /** What stands below the fields. */
  readonly body: { readonly label: string; readonly hint: string };
}

const folders: Readonly<Record<CollectionName, Folder>> = {
  pages: {
    label: 'Pages',
    one: 'Page',
    description: 'The words on each page. A page is a list of sections, from top to bottom.',
    icon: 'web',
    title: 'title',
    file: 'The address of the page: choirs becomes /choirs.',
    typed: true,
    body: {
      label: 'Text of the file',
      hint: 'Markdown, for the one section of the type “Text” that has no text of its own; else it stays empty.',
    },
  },
  releases: {
    label: 'Releases',
    one: 'Release',
    description: 'The versions of the program and their downloads. The newest is the current one everywhere.',
    icon: 'deployed_code',
    title: 'version',
    file: 'The version again.',
    body: {
      label: 'Introduction',
      hint: 'A sentence or two about the release, in Markdown.',
    },
  },
  features: {
    label: 'Features',
    one: 'Feature',
    description: 'What the program does, and what it will do, filed by letter.',
    icon: 'sort_by_alpha',
    title: 'name',
    file: 'Its anchor; where a drawing has the same name, it is shown.',
    body: { label: 'What it does', hint: 'Markdown, a sentence or two.' },
  },
  questions: {
    label: 'Questions',
    one: 'Question',
    description: 'Questions and answers, and the pages that list them.',
    icon: 'help',
    title: 'question',
    file: 'Any name; visitors do not see it.',
    body: { label: 'Answer', hint: 'Markdown.' },
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
    },
  },
};

const collectionOf = (name: CollectionName): EntryCollection => {
  const { label, one, description, icon, title, file, typed, body } = folders[name];
  const look = fileNames[name];
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
      ...(!typed && { template: `{{${title}}}` }),
      editable: ['create'],
      hint: look ? `${file} Expected: ${look.expected}.` : file,
      ...(look && { pattern: [`/${look.pattern.source}/`, `Expected: ${look.expected}`] }),
    },
    fields: [
      ...fieldsOf(schemas[name]),
      {
        name: 'body',
        widget: 'text',
        use_emoji_autocomplete: false,
        required: bodies[name].needed,
        pattern: writingPattern(bodies[name].isMarkdown),
        ...body,
      },
    ],
  };
};

/** Every folder of src/content as the editor shows it; its fields are those of its schema, then the text. */
export const cmsCollections = (): EntryCollection[] =>
  Object.keys(schemas).map((name) => collectionOf(name as CollectionName));
