import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import type { Group } from './find-groups.ts';
import type { Column, PeopleList } from './list.ts';
import { compareValues, type MergedField, mergedFields, valuesOf, valueText } from './merge-rows.ts';
import type { Person } from './people.ts';

/** The entries that a card shows and merges at once. The others follow in a card of their own. */
const MAX_SHOWN = 12;

/** The content of a group's card. */
export interface CardContent {
  readonly group: Group;
  /** The best name of the entries. */
  readonly name: string;
  /** The rows of the shown entries. */
  readonly shown: readonly number[];
  readonly lines: readonly FieldLine[];
}

/** A field of the entries. */
export interface FieldLine {
  readonly term: string;
  readonly hint: string;
  /** The first column of the field. */
  readonly column: number;
  /** True if not all values have a place, so that the visitor picks one. */
  readonly isChoice: boolean;
  readonly isDifferent: boolean;
  /** The values of each entry. */
  readonly cells: readonly (readonly FieldValue[])[];
}

interface FieldValue {
  readonly value: string;
  /** The value as it is shown. */
  readonly text: string;
  /** True for the first of equal values to choose from. */
  readonly isOffered: boolean;
  readonly isChosen: boolean;
}

type Row = readonly string[];

/** Returns the content of a group's card, with the notes at the end. */
export function describeCard(
  { columns, rows }: PeopleList,
  people: readonly Person[],
  group: Group,
): CardContent {
  const shown = group.members.slice(0, MAX_SHOWN);
  const shownRows = shown.map((member) => rows[member] ?? []);
  const names = shown.map((member) => people[member]?.name ?? '');
  return {
    group,
    name: names.reduce((best, name) => (compareValues(name, best) < 0 ? name : best)) || texts.noName,
    shown,
    lines: fieldsOf(columns, shownRows).map((field) => describeField(columns, shownRows, field)),
  };
}

/** Returns the fields that one of the rows has, with the notes at the end. */
function fieldsOf(columns: readonly Column[], rows: readonly Row[]): readonly MergedField[] {
  const fields = mergedFields(columns, rows);
  const notes = columns.findIndex(({ kind }) => kind === 'notes');
  const hasNotes = rows.some((row) => row[notes]?.trim());
  if (!hasNotes) return fields;
  return [
    ...fields,
    { kind: 'notes', columns: [notes], values: [], places: Infinity, keyOf: (value) => value },
  ];
}

function describeField(columns: readonly Column[], rows: readonly Row[], field: MergedField): FieldLine {
  const { keyOf } = field;
  const [column = 0] = field.columns;
  const cells = rows.map((row) => valuesOf(columns, row, field.columns));
  const filled = cells.filter((cell) => cell.length > 0);
  const isSame = new Set(filled.map((cell) => cell.map(keyOf).sort().join('\n'))).size === 1;
  const isChoice = field.values.length > field.places;
  const offered = new Set<string>();
  const describeValue = (value: string) => {
    const key = keyOf(value);
    const isOffered = isChoice && !offered.has(key);
    offered.add(key);
    const isChosen = key === keyOf(field.values[0] ?? '');
    return { value, text: shorten(valueText(value)), isOffered, isChosen };
  };
  return {
    term: termOf(columns[column]?.header ?? '', field.kind),
    hint: isChoice ? texts.pick : filled.length < 2 ? '' : isSame ? texts.same : texts.kept,
    column,
    isChoice,
    isDifferent: filled.length > 1 && !isSame,
    cells: cells.map((cell) => cell.map(describeValue)),
  };
}

/** Shortens a long text, such as the code of a picture. */
function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** `E-mail 1 - Value` → `E-mail`. A list without a header has no words for its columns. */
function termOf(header: string, kind: MergedField['kind']): string {
  if (/^(?:name|first|middle|last|suffix)$/.test(kind)) return texts.name;
  const words = header.replace(/ 1\b| - Value$/g, '').trim();
  return words || kind.replace(/^./, (letter) => letter.toUpperCase());
}
