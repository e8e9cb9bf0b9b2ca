import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import { releaseSchema } from '../../src/copy/schemas/release.ts';
import { parseFrontmatter } from '../../src/build/content/parse-frontmatter.ts';

/** A release that is offered; `name` is that of its file, `1.0.0.md`. */
export interface OfferedRelease extends z.infer<typeof releaseSchema> {
  readonly name: string;
}

/** The releases that a folder of Markdown offers, drafts left out; throws an Error that names the file and the field. */
export const readReleases = (folder: string): OfferedRelease[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const { data, error } = releaseSchema.safeParse(
        parseFrontmatter(readFileSync(path.join(folder, name), 'utf8')).frontmatter,
      );
      if (data) return { ...data, name };
      const faults = error.issues.map(({ path: field, message }) => `${field.join('.')} ${message}`);
      throw new Error(`${name}: ${faults.join('; ')}`);
    })
    .filter(({ draft }) => !draft);
