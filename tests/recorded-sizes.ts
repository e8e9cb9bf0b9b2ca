import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { inProject } from '../stack/paths.ts';

/** The sizes of the last record, in bytes. */
const record = inProject('tests/recorded-sizes.json');
const recordShape = z.record(z.string(), z.record(z.string(), z.number()));

/** How much larger than recorded a page, script or function may be. */
const TOLERANCE = 1.05;
/** Small files may grow by this many bytes more. */
const SLACK = 100;

/**
 * Compares sizes with the recorded ones, prints them, and returns a line for each that grew by more than a twentieth. With
 * RECORD_SIZES=1 records the sizes instead. A name without a record passes.
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
