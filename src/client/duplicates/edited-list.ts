import { writeRows } from './csv-rows.ts';
import type { Group } from './find-groups.ts';
import type { PeopleList } from './list.ts';
import { type Choices, mergeRows } from './merge-rows.ts';

/** The visitor's decision about a group. */
export type Decision =
  | { readonly kind: 'apart' }
  | {
      readonly kind: 'merged';
      /** Number of rows that are merged into one. */
      readonly count: number;
      /** These rows. Without them, all rows of the group are merged. */
      readonly members?: readonly number[];
      readonly choices?: Choices;
    };

/** Decisions by the index of the group. The list itself never changes, so a deleted decision is undone exactly. */
export type Decisions = ReadonlyMap<number, Decision>;

/** Returns the number of rows that remain after the decisions. */
export function countRows(rows: number, decisions: Decisions): number {
  let count = rows;
  for (const decision of decisions.values()) if (decision.kind === 'merged') count -= decision.count - 1;
  return count;
}

/** Returns the text of the list after the decisions, in the format of the file. A merged row stands where its first row stood. */
export function writeList(list: PeopleList, decisions: Decisions, groups: readonly Group[]): string {
  const { columns, rows, format } = list;
  /** The merged rows by their first member, and null for the other members. */
  const changed = new Map<number, readonly string[] | null>();
  for (const [index, decision] of decisions) {
    if (decision.kind !== 'merged') continue;
    const members = decision.members ?? groups[index]?.members ?? [];
    for (const member of members) changed.set(member, null);
    const merged = members.map((member) => rows[member] ?? []);
    const [first = 0] = members;
    changed.set(first, mergeRows(columns, merged, decision.choices));
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
