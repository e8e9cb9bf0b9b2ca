import type { CmsConfig, EntryCollection } from '@sveltia/cms';
import { bodies, type CollectionName, fileNames, schemas } from '../copy/schemas/collections.ts';
import { site } from '../shared/site.ts';
import { fieldsOf } from './fields.ts';

/**
 * Returns the configuration of the content editor at /cms. On a developer's computer the editor works on the project's
 * folder. Elsewhere it works on the repository, with the marketer's own access token. So the editor needs no sign-in service
 * for GitHub.
 */
export function cmsConfig(): CmsConfig {
  return {
    backend: {
      name: 'github',
      repo: site.repository.name,
      branch: site.repository.branch,
      auth_methods: ['token'],
      commit_messages: {
        create: 'content: {{collection}} {{slug}}, new',
        update: 'content: {{collection}} {{slug}}',
        delete: 'content: {{collection}} {{slug}}, removed',
      },
    },
    app_title: `${site.product} content`,
    logo: { src: '/favicon.svg', show_in_header: true },
    site_url: site.url,
    show_preview_links: false,
    // The site itself is the preview: it reloads when a file is saved.
    editor: { preview: false },
    media_folder: 'public/images',
    public_folder: '/images',
    slug: { clean_accents: true, maxlength: 60 },
    output: { omit_empty_optional_fields: true, yaml: { quote: 'none' } },
    collections: cmsCollections(),
  };
}

/** Returns the folders of src/content as collections of the editor. The fields come from the schemas. */
export function cmsCollections(): EntryCollection[] {
  return Object.keys(schemas).map((name) => collectionOf(name as CollectionName));
}

function collectionOf(name: CollectionName): EntryCollection {
  const { label, singular, description, icon, titleField, fileNameHint, hasTypedName, body } = folders[name];
  const format = fileNames[name];
  return {
    name,
    label,
    label_singular: singular,
    description,
    icon,
    folder: `src/content/${name}`,
    extension: 'md',
    format: 'yaml-frontmatter',
    identifier_field: titleField,
    summary: `{{${titleField}}}`,
    slug: {
      ...(!hasTypedName && { template: `{{${titleField}}}` }),
      editable: ['create'],
      hint: format ? `${fileNameHint} Expected: ${format.expected}.` : fileNameHint,
      ...(format && { pattern: [`/${format.pattern.source}/`, `Expected: ${format.expected}`] }),
    },
    fields: [
      ...fieldsOf(schemas[name]),
      {
        name: 'body',
        widget: 'text',
        use_emoji_autocomplete: false,
        required: bodies[name].isRequired,
        ...body,
      },
    ],
  };
}

/** Texts of the editor about a folder of src/content. */
interface Folder {
  readonly label: string;
  readonly singular: string;
  readonly description: string;
  readonly icon: string;
  /** Field that names a file in lists. */
  readonly titleField: string;
  readonly fileNameHint: string;
  /** True if the marketer types the file name; otherwise it is made from the title. */
  readonly hasTypedName?: boolean;
  /** The text below the fields. */
  readonly body: { readonly label: string; readonly hint: string };
}

const folders: Readonly<Record<CollectionName, Folder>> = {
  pages: {
    label: 'Pages',
    singular: 'Page',
    description: 'The text of each page. A page is a list of sections, from top to bottom.',
    icon: 'web',
    titleField: 'title',
    fileNameHint: 'The address of the page: choirs becomes /choirs, and why.choirs becomes /why/choirs.',
    hasTypedName: true,
    body: {
      label: 'Text of the file',
      hint: 'Markdown, for the one section of the type “Text” that has no text of its own. Otherwise leave it empty.',
    },
  },
  releases: {
    label: 'Releases',
    singular: 'Release',
    description:
      'The versions of the program and their downloads. The newest is the current version on every page.',
    icon: 'deployed_code',
    titleField: 'version',
    fileNameHint: 'The version number.',
    body: {
      label: 'Introduction',
      hint: 'A sentence or two about the release, in Markdown.',
    },
  },
  features: {
    label: 'Features',
    singular: 'Feature',
    description: 'Features and announced features, sorted by letter.',
    icon: 'sort_by_alpha',
    titleField: 'name',
    fileNameHint: 'The anchor of the feature. If a drawing has this name, the page shows it.',
    body: { label: 'What it does', hint: 'Markdown, a sentence or two.' },
  },
  questions: {
    label: 'Questions',
    singular: 'Question',
    description: 'Questions and answers, and the lists they are in.',
    icon: 'help',
    titleField: 'question',
    fileNameHint: 'Any name; visitors don’t see it.',
    body: { label: 'Answer', hint: 'Markdown.' },
  },
  pitches: {
    label: 'Post templates',
    singular: 'Post template',
    description: 'Posts that affiliates copy and change.',
    icon: 'campaign',
    titleField: 'title',
    fileNameHint: 'Any name; visitors don’t see it.',
    body: {
      label: 'Post',
      hint: 'Affiliates copy this text. [your link] is the placeholder for their link.',
    },
  },
  letters: {
    label: 'Newsletter letters',
    singular: 'Letter',
    description:
      'Letters to the readers of the newsletter or to affiliates. An admin sends them; none is a page of the site.',
    icon: 'mail',
    titleField: 'subject',
    fileNameHint: 'The letter keeps this name. It is sent once.',
    hasTypedName: true,
    body: {
      label: 'Letter',
      hint: 'Markdown. The subject is the heading. Links and pictures may be paths of this site.',
    },
  },
};
