import { writeRows } from './csv-rows.ts';
import type { Group } from './find-groups.ts';
import type { PeopleList } from './list.ts';
import { type Choices, mergeRows } from './merge-rows.ts';

/** The visitor's decision about a group. `members` are the rows that are merged into one. */
export type Decision =
  | { readonly kind: 'apart' }
  | { readonly kind: 'merged'; readonly members: readonly number[]; readonly choices: Choices };

/** Decisions by the index of the group. The list itself never changes, so a deleted decision is undone exactly. */
export type Decisions = ReadonlyMap<number, Decision>;

/** Returns the number of rows that remain after the decisions. */
export function countRows(rows: number, decisions: Decisions): number {
  let count = rows;
  for (const decision of decisions.values())
    if (decision.kind === 'merged') count -= decision.members.length - 1;
  return count;
}

/** Returns a decision to merge all rows of a group, with the values that fit best. */
export function mergeAll({ members }: Group): Decision {
  return { kind: 'merged', members, choices: new Map() };
}

/** Returns the text of the list after the decisions, in the format of the file. A merged row stands where its first row stood. */
export function writeList(list: PeopleList, decisions: Decisions): string {
  const { columns, rows, format } = list;
  /** The merged rows by their first member, and null for the other members. */
  const changed = new Map<number, readonly string[] | null>();
  for (const decision of decisions.values()) {
    if (decision.kind !== 'merged') continue;
    for (const member of decision.members) changed.set(member, null);
    const members = decision.members.map((index) => rows[index] ?? []);
    const [first = 0] = decision.members;
    changed.set(first, mergeRows(columns, members, decision.choices));
  }
  const kept = rows
    .map((row, index) => changed.get(index) ?? row)
    .filter((_, index) => changed.get(index) !== null);
  const hasNewNotes = kept.some((row) => row.length > columns.length);
  const header = columns.map((column) => column.header);
  if (hasNewNotes) header.push('Notes');
  const all = format.hasHeader ? [header, ...kept] : kept;
  const padded = all.map((row) => (row.length < header.length ? [...row, ''] : row));
  return (format.hasMark ? '\uFEFF' : '') + format.firstLine + writeRows(padded, format);
}
