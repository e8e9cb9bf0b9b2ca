import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { inProject } from '../stack/paths.ts';

/** File of the recorded sizes, in bytes. */
const record = inProject('tests/recorded-sizes.json');
const recordShape = z.record(z.string(), z.record(z.string(), z.number()));

/** Allowed growth of a page, a script or a function. */
const TOLERANCE = 1.05;
/** Additional allowed growth in bytes, for small files. */
const SLACK = 100;

/**
 * Compares sizes with the recorded sizes and prints them. Returns a line for each that grew by more than 5%. With RECORD_SIZES=1
 * it records the sizes instead. A size without a record passes.
 */
export async function compareSizes(
  kind: 'pages' | 'scripts' | 'functions',
  sizes: Readonly<Record<string, number>>,
): Promise<string[]> {
  const recorded = recordShape.parse(JSON.parse(await readFile(record, 'utf8')));
  if (process.env.RECORD_SIZES) {
    const sorted = Object.fromEntries(Object.entries(sizes).sort(([a], [b]) => a.localeCompare(b)));
    await writeFile(record, `${JSON.stringify({ ...recorded, [kind]: sorted }, null, 2)}\n`);
    return [];
  }
  const rows = Object.entries(sizes).map(([name, bytes]) => {
    const before = recorded[kind]?.[name];
    const limit = before === undefined ? Infinity : Math.round(before * TOLERANCE) + SLACK;
    return { name, bytes, recorded: before, headroom: limit - bytes };
  });
  console.table(rows);
  return rows
    .filter(({ headroom }) => headroom < 0)
    .map(
      ({ name, bytes, recorded: before }) =>
        `${kind}: ${name} has ${String(bytes)} bytes, and had ${String(before)}. If it must, record it: RECORD_SIZES=1`,
    );
}
