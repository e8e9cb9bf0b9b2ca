import type { Snapshot } from './snapshot.ts';

/** One line of the comparison. */
export interface ComparedLine {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const missing = 'missing';

/** Compares two databases: one line for each table and sequence, one for the schema, and one for each schema line that differs. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly ComparedLine[] {
  return [
    ...compareMaps(before.tables, after.tables),
    ...compareMaps(before.sequences, after.sequences),
    { name: 'schema', before: countLines(before), after: countLines(after) },
    ...before.schema
      .filter((line) => !after.schema.includes(line))
      .map((line) => ({ name: line, before: 'present', after: missing })),
    ...after.schema
      .filter((line) => !before.schema.includes(line))
      .map((line) => ({ name: line, before: missing, after: 'present' })),
  ];
}

function compareMaps(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ComparedLine[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.map((name) => ({
    name,
    before: before.get(name) ?? missing,
    after: after.get(name) ?? missing,
  }));
}

function countLines({ schema }: Snapshot): string {
  return `${String(schema.length)} lines`;
}
