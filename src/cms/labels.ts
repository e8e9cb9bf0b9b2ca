import type { Section } from '../copy/schemas/section.ts';

/** Names of fields in a marketer's words, where the one in the file does not say it. */
const labels: Readonly<Record<string, string>> = {
  'bare-title': 'The title already names the product',
  'hide-from-search': 'Hide from search engines',
  announcement: 'Panel above the heading',
  brief: 'The computer alone',
  bytes: 'Size in bytes',
  ending: 'End of the file’s name',
  event: 'Analytics event',
  href: 'Leads to',
  id: 'Anchor',
  kind: 'Kind',
  lede: 'Words under the heading',
  left: 'Left side',
  note: 'Small line',
  order: 'Place in the list',
  pairs: 'Lines',
  parent: 'Page above this one',
  right: 'Right side',
  sha256: 'SHA-256',
  soon: 'Coming soon',
  tab: 'Index tab',
  topic: 'List of questions',
  topics: 'Lists of questions',
};

/** The kinds of section in a marketer's words; docs/content.md says more of each. */
const sectionLabels: Readonly<Record<Section['type'], string>> = {
  opening: 'Opening: the head of the page',
  band: 'Dark band across the page',
  features: 'The features from A to Z',
  split: 'Heading with text beside it',
  cards: 'Cards side by side',
  pairs: 'Two columns, line by line',
  steps: 'Numbered steps',
  text: 'Text',
  questions: 'List of questions',
  pitches: 'Post templates',
  newsletter: 'Newsletter form',
  closing: 'Last word, with buttons',
  requirements: 'What the program needs',
  downloads: 'Files of the newest release',
  releases: 'All releases',
  'demo-profile': 'Sample profile',
  checkout: 'Plans and checkout',
};

/** `buttons` → `Buttons`; a hyphen becomes a space. */
const spelled = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

/** What a field is called in the editor. */
export const labelOf = (name: string): string => labels[name] ?? spelled(name);

/** What a kind of section is called in the editor. */
export const kindLabelOf = (kind: string): string =>
  new Map<string, string>(Object.entries(sectionLabels)).get(kind) ?? spelled(kind);
