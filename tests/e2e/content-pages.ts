import { readdirSync } from 'node:fs';
import { inProject } from '../../stack/paths.ts';

/** The address of every page of src/content/pages, and of one that does not exist. */
export const contentPages = [
  ...readdirSync(inProject('src/content/pages'))
    .map((file) => file.replace(/\.md$/, ''))
    .map((name) => (name === 'index' ? '/' : `/${name}`)),
  '/nowhere',
];
