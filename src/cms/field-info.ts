import * as z from 'zod';
import type { Section } from '../copy/schemas/section.ts';

export type Schema = z.core.$ZodType;

/** Properties that all fields of the editor have. */
export interface FieldInfo {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
}

interface UnwrappedSchema {
  readonly schema: Schema;
  readonly required: boolean;
  /** Default of a value that is missing. */
  readonly defaultValue: unknown;
}

/** Takes `optional()` and `default()` off a schema. */
export function unwrap(schema: Schema): UnwrappedSchema {
  if (schema instanceof z.ZodOptional) return { ...unwrap(schema.def.innerType), required: false };
  if (schema instanceof z.ZodDefault)
    return {
      ...unwrap(schema.def.innerType),
      required: false,
      defaultValue: schema.def.defaultValue,
    };
  return { schema, required: true, defaultValue: undefined };
}

/** Returns the label and the hint of a field. The hint is the description of the schema. */
export function fieldInfo(name: string, { schema, required }: UnwrappedSchema): FieldInfo {
  // A field that is `true` in a file is a switch in the editor.
  const hint = (z.globalRegistry.get(schema)?.description ?? '').replace(/^true /, 'on ');
  return {
    name,
    label: labels[name] ?? capitalize(name),
    hint: hint === '' ? '' : `${capitalizeFirst(hint)}.`,
    required,
  };
}

/** Returns the label of a section type or of another kind of list item. */
export function kindLabel(kind: string): string {
  return new Map<string, string>(Object.entries(sectionLabels)).get(kind) ?? capitalize(kind);
}

/** `hide-from-search` → `Hide from search`. */
function capitalize(name: string): string {
  return capitalizeFirst(name.replaceAll('-', ' '));
}

function capitalizeFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Labels of the fields whose name in the file is not clear enough. */
const labels: Readonly<Record<string, string>> = {
  'bare-title': 'The title already names the product',
  'hide-from-search': 'Hide from search engines',
  announcement: 'Panel above the heading',
  asks: 'What the system asks the first time',
  begins: 'First day',
  begun: 'After a click on a file',
  brief: 'Computer requirements only',
  bytes: 'Size in bytes',
  does: 'What they do',
  ending: 'End of the file name',
  event: 'Analytics event',
  fails: 'What doesn’t work',
  example: 'People and shares are examples',
  href: 'Link',
  id: 'Anchor',
  index: 'Terms in the index',
  kind: 'Kind',
  lede: 'Text under the heading',
  left: 'Left side',
  logo: 'Offer the logo, too',
  look: 'Arrangement',
  note: 'Small print',
  ours: 'This program',
  order: 'Position in the list',
  pairs: 'Lines',
  parent: 'Parent page',
  right: 'Right side',
  sha256: 'SHA-256',
  soon: 'Coming soon',
  stopping: 'What stays if the company stops',
  tab: 'Index tab',
  take: 'When to take it',
  tested: 'How it was tested',
  topic: 'List of questions',
  topics: 'Lists of questions',
  unknown: 'What nobody knows',
  when: 'When it was tested',
  works: 'What works',
  year: 'Where the price of a year goes',
};

/** Labels of the section types. docs/content.md describes them. */
const sectionLabels: Readonly<Record<Section['type'], string>> = {
  opening: 'Opening: the head of the page',
  band: 'Dark band across the page',
  features: 'Features from A to Z',
  scenes: 'Large drawings of the window, with text',
  split: 'Heading and text',
  cards: 'Cards side by side',
  pairs: 'Two columns, line by line',
  steps: 'Numbered steps',
  text: 'Text',
  questions: 'List of questions',
  pitches: 'Post templates',
  newsletter: 'Newsletter form',
  withdrawal: 'Form to withdraw, cancel, or get a refund',
  letter: 'Signed letter in one column',
  colophon: 'Company, people, and a year’s price',
  closing: 'Closing line, with buttons',
  requirements: 'System requirements',
  downloads: 'Files of the newest release',
  install: 'How to install it, with drawings',
  releases: 'All releases',
  versions: 'Versions of the policy',
  'demo-profile': 'Sample profile',
  comparison: 'Comparison of the plans, line by line',
  index: 'Index from A to Z',
  alternatives: 'Comparison with other address books',
  findings: 'What works, what doesn’t, and what nobody knows',
  picture: 'The window as files',
  logos: 'The logo as files',
  sentences: 'Sentences to copy',
  checkout: 'Plans and checkout',
  purchases: 'A buyer’s purchases',
  'find-duplicates': 'Duplicate finder',
};
