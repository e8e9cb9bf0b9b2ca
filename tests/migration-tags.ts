import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { inProject } from '../stack/paths.ts';

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The migrations in Drizzle's journal, oldest first. */
export const migrations = journal.parse(
  JSON.parse(readFileSync(inProject('drizzle/migrations/meta/_journal.json'), 'utf8')),
).entries;

/** The names of all migrations, oldest first. */
export const migrationTags: readonly string[] = migrations.map(({ tag }) => tag);

/** The last migration of the baseline: the first schema that was deployed. Its files never change again. */
export const baselineTag = '0008_concurrency';

/**
 * The names of the migrations since the baseline. Each migration must keep all rows, and the previous code must run on its
 * schema.
 */
export const laterTags = migrationTags.slice(migrationTags.indexOf(baselineTag) + 1);
