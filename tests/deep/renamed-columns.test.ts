import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getTableColumns, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import ts from 'typescript';
import { expect, test } from 'vitest';
import * as schema from '../../src/server/frame/db/schema/schema.ts';
import { inProject } from '../../stack/paths.ts';
import { testSeed } from '../seed.ts';
import { sqlTextFiles } from '../sql-text-files.ts';

/*
 * Renames the property of ten columns of ten tables in a copy of the schema, and runs the compiler on the server. It must report every
 * use, except in the files of `sqlTextFiles`.
 */

const folder = inProject('.build/renamed-columns');
const schemaFolder = 'src/server/frame/db/schema';

interface Column {
  readonly table: string;
  readonly property: string;
  /** Its name in the database. */
  readonly name: string;
}

/** Returns ten numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses a column of each of ten tables. Its name has two words, so that it means nothing else in SQL. */
function chooseColumns(seed: number): readonly Column[] {
  const random = randomNumbers(seed);
  const tables = Object.entries(schema).flatMap(([table, value]) =>
    is(value, PgTable) ? [{ table, columns: Object.entries<PgColumn>(getTableColumns(value)) }] : [],
  );
  const chosen: Column[] = [];
  while (chosen.length < 10) {
    const [found] = tables.splice(Math.floor(random() * tables.length), 1);
    if (!found) break;
    const columns = found.columns.filter(([, { name }]) => name.includes('_'));
    const [property, column] = columns[Math.floor(random() * columns.length)] ?? [];
    if (property && column) chosen.push({ table: found.table, property, name: column.name });
  }
  return chosen;
}

async function renameInSchema({ table, property }: Column): Promise<void> {
  for (const file of await readdir(path.join(folder, schemaFolder))) {
    const target = path.join(folder, schemaFolder, file);
    const text = await readFile(target, 'utf8');
    const start = text.indexOf(`export const ${table} = pgTable(`);
    if (start < 0) continue;
    const place = text.indexOf(`\n    ${property}:`, start);
    expect(place, `${table}.${property} in ${file}`).toBeGreaterThan(start);
    await writeFile(
      target,
      `${text.slice(0, place)}\n    renamedColumn:${text.slice(place + property.length + 6)}`,
    );
    return;
  }
  throw new Error(`No table: ${table}`);
}

/** Runs the compiler on the copy. Returns the places of its errors: `file:line`. */
async function compile(): Promise<ReadonlySet<string>> {
  const output = await new Promise<string>((resolve) => {
    const script = inProject('node_modules/typescript7/bin/tsc');
    execFile(
      process.execPath,
      [script, '--project', 'tsconfig.server.json'],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, stdout) => {
        resolve(stdout);
      },
    );
  });
  const places = [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)];
  return new Set(places.map(([, file, line]) => `${String(file)}:${String(line)}`));
}

/** Returns the text of all SQL templates of a file. */
function sqlTexts(file: string, text: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const { template } = node;
      const parts = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template]
        : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
      texts.push(...parts.map((part) => part.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return texts;
}

test('the compiler finds every use of a renamed column', { timeout: 240_000 }, async () => {
  const columns = chooseColumns(testSeed());
  expect(columns).toHaveLength(10);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const source of ['src', 'drizzle/migrations/meta', 'tsconfig.json', 'package.json'])
    await cp(inProject(source), path.join(folder, source), { recursive: true });
  const config = { extends: './tsconfig.json', include: ['src/server/**/*'], exclude: [] };
  await writeFile(path.join(folder, 'tsconfig.server.json'), JSON.stringify(config));
  expect([...(await compile())]).toEqual([]);
  for (const column of columns) await renameInSchema(column);

  const reported = await compile();
  const missed: string[] = [];
  for (const entry of await readdir(path.join(folder, 'src/server'), { recursive: true })) {
    const file = `src/server/${entry.replaceAll(path.sep, '/')}`;
    if (!file.endsWith('.ts') || file in sqlTextFiles || file.startsWith(schemaFolder)) continue;
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const { table, property, name } of columns) {
      const use = new RegExp(String.raw`\b${table}\.${property}\b`);
      for (const [index, line] of text.split('\n').entries()) {
        const place = `${file}:${String(index + 1)}`;
        if (use.test(line) && !reported.has(place)) missed.push(`${place} ${table}.${property}`);
      }
      const bareName = new RegExp(String.raw`\b${name}\b`);
      if (sqlTexts(file, text).some((part) => bareName.test(part)))
        missed.push(`${file} ${name} in SQL text`);
    }
  }
  await rm(folder, { recursive: true });
  expect(missed).toEqual([]);
});
