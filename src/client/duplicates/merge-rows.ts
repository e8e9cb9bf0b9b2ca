import type { Column, ColumnKind } from './list.ts';
import { emailKey, valuesIn } from './people.ts';
import { createPhoneKey, isOnlyPhone, readPhone } from './phone.ts';

/** A field of the merged row with the different values of the rows. */
export interface MergedField {
  readonly kind: ColumnKind;
  /** The columns of the field: those of a name, the places of one kind of phone or email, or a single column. */
  readonly columns: readonly number[];
  /** The different values. The first is kept. */
  readonly values: readonly string[];
  /** Number of values that have a place. The others go into the notes. */
  readonly places: number;
  /** Equal for two spellings of one value. */
  readonly keyOf: (value: string) => string;
}

/** The chosen value of a field, by its first column. */
export type Choices = ReadonlyMap<number, string>;

type Row = readonly string[];
type Columns = readonly Column[];

/** The parts of a name are one value, because First and Last may be swapped in one of the rows. */
const nameKinds: readonly ColumnKind[] = ['name', 'first', 'middle', 'last', 'suffix'];
/** Separates the parts of a name. No cell is split at it. */
const nameSeparator = '\u{1F}';

/**
 * Merges rows into one. Nothing is lost: a value without a place goes into the notes, with the name of its column before it.
 * Without a notes column the result has one cell more. The order of the rows changes nothing.
 */
export function mergeRows(columns: Columns, rows: readonly Row[], choices?: Choices): Row {
  const merged = columns.map(() => '');
  const extras: string[] = [];
  for (const field of mergedFields(columns, rows, choices)) {
    const [first = 0] = field.columns;
    const isName = nameKinds.includes(field.kind);
    const allLabels = labelsByKey(columns, rows, field);
    for (const [index, value] of field.values.entries()) {
      const place = field.columns[index] ?? first;
      const labels = [...(allLabels.get(field.keyOf(value)) ?? [])];
      if (index >= field.places) {
        const header = isName ? 'Name' : (columns[first]?.header ?? '');
        extras.push(noteOn(header, partsOf(value).join(' '), labels));
        continue;
      }
      if (isName)
        for (const [at, part] of value.split(nameSeparator).entries()) merged[field.columns[at] ?? 0] = part;
      else merged[place] = value;
      const label = columns[place]?.label ?? -1;
      if (label >= 0) merged[label] = labels.shift() ?? '';
      if (labels.length > 0) extras.push(noteOn(columns[place]?.header ?? '', value, labels));
    }
  }
  extras.push(...labelsWithoutValue(columns, rows).sort());
  const notes = columns.findIndex(({ kind }) => kind === 'notes');
  const texts =
    notes < 0 ? [] : [...new Set(rows.map((row) => row[notes]?.trim() ?? ''))].filter(Boolean).sort();
  // Text that the notes have already does not come twice.
  const known = new Set(texts.flatMap((text) => text.split('\n')));
  const added = extras.filter((text) => text.split('\n').some((line) => !known.has(line)));
  const note = [...texts, ...new Set(added)].join('\n');
  if (notes >= 0) merged[notes] = note;
  else if (note) merged.push(note);
  return merged;
}

/** Returns the fields of the merged row that have a value, without labels and the first notes, which are joined. */
export function mergedFields(
  columns: Columns,
  rows: readonly Row[],
  choices: Choices = new Map(),
): readonly MergedField[] {
  const notes = columns.findIndex(({ kind }) => kind === 'notes');
  const fields: MergedField[] = [];
  for (const [column, { kind }] of columns.entries()) {
    const own = columnsOfField(columns, column);
    if (column === notes || columns.some(({ label }) => label === column) || own[0] !== column) continue;
    const keyOf = createValueKey(columns, rows, own);
    const values = distinctValues(columns, rows, own, keyOf);
    if (values.length === 0) continue;
    const chosen = choices.get(column);
    const at = chosen === undefined ? -1 : values.findIndex((value) => keyOf(value) === keyOf(chosen));
    if (chosen !== undefined && at >= 0) values.unshift(...values.splice(at, 1).map(() => chosen));
    const places = nameKinds.includes(kind) ? 1 : own.length;
    fields.push({ kind, columns: own, values, places, keyOf });
  }
  return fields;
}

function columnsOfField(columns: Columns, column: number): readonly number[] {
  const own = columns[column];
  if (!own) return [];
  return columns.flatMap((other, index) => {
    const isSame =
      own.kind === 'phone' || own.kind === 'email'
        ? other.kind === own.kind && other.family === own.family
        : nameKinds.includes(own.kind)
          ? nameKinds.includes(other.kind)
          : index === column;
    return isSame ? [index] : [];
  });
}

/** Returns the values of a row for a field. The parts of a name are one value. */
export function valuesOf(columns: Columns, row: Row, own: readonly number[]): string[] {
  const cells = own.map((column) => row[column]?.trim() ?? '');
  const isName = nameKinds.includes(columns[own[0] ?? 0]?.kind ?? 'other');
  if (isName) return cells.some(Boolean) ? [cells.join(nameSeparator)] : [];
  return cells.filter(Boolean);
}

function partsOf(value: string): string[] {
  return value.split(nameSeparator).filter(Boolean);
}

/** Returns a value as it is shown. A part of a name whose words stand in a longer part is left out: `Jonas` beside `Brandt, Jonas`. */
export function valueText(value: string): string {
  const parts = partsOf(value);
  const wordsOf = (part: string) => part.split(/[\s,]+/);
  return parts
    .filter((part) => {
      const words = wordsOf(part);
      return !parts.some((other) => {
        const others = wordsOf(other);
        return others.length > words.length && words.every((word) => others.includes(word));
      });
    })
    .join(' ');
}

/** Returns the different values of the rows for a field, the best first. Equal phones or emails count once. */
function distinctValues(
  columns: Columns,
  rows: readonly Row[],
  own: readonly number[],
  keyOf: MergedField['keyOf'],
): string[] {
  const best = new Map<string, Ranked & { column: number }>();
  for (const row of rows)
    for (const value of valuesOf(columns, row, own)) {
      const key = keyOf(value);
      const known = best.get(key);
      const column = own.findIndex((one) => row[one]?.trim() === value);
      const ranked = rankedValue(value);
      best.set(key, {
        ...(known && compareRanked(known, ranked) < 0 ? known : ranked),
        column: Math.min(known?.column ?? Infinity, column),
      });
    }
  return [...best.values()]
    .sort((a, b) => a.column - b.column || compareRanked(a, b))
    .map(({ value }) => value);
}

/** Returns a function with equal results for two spellings of one phone or email in these rows. */
function createValueKey(
  columns: Columns,
  rows: readonly Row[],
  own: readonly number[],
): (value: string) => string {
  const { kind } = columns[own[0] ?? 0] ?? {};
  if (kind === 'email') return emailKey;
  if (kind !== 'phone') return (value) => value;
  const read = (value: string) =>
    valuesIn(value).length === 1 && isOnlyPhone(value) ? readPhone(value) : null;
  const keyOf = createPhoneKey(
    rows.flatMap((row) => valuesOf(columns, row, own).flatMap((value) => read(value) ?? [])),
  );
  return (value) => {
    const phone = read(value);
    return phone ? keyOf(phone) : value;
  };
}

interface Ranked {
  readonly value: string;
  readonly rank: number;
}

/** The better value comes first: with a country code, in the order of speech, with more letters, with more accents, and then in any fixed order. */
export function compareValues(a: string, b: string): number {
  return compareRanked(rankedValue(a), rankedValue(b));
}

function compareRanked(a: Ranked, b: Ranked): number {
  return a.rank - b.rank || (a.value < b.value ? -1 : Number(a.value > b.value));
}

function rankedValue(value: string): Ranked {
  const order = Number(!value.startsWith('+')) * 2 + Number(value.includes(','));
  const accents = value.replace(/[\0-\x7F]/g, '').length;
  return { value, rank: order * 1e14 - value.length * 1e7 - accents };
}

/** Returns the labels that rows have for each value of a field, by the key of the value, the best first. */
function labelsByKey(
  columns: Columns,
  rows: readonly Row[],
  { columns: own, keyOf }: MergedField,
): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const row of rows)
    for (const column of own) {
      const label = labelAt(columns, row, column);
      if (label === '') continue;
      const key = keyOf(row[column]?.trim() ?? '');
      const known = labels.get(key) ?? [];
      if (!known.includes(label)) labels.set(key, [...known, label].sort(compareValues));
    }
  return labels;
}

function labelAt(columns: Columns, row: Row, column: number): string {
  return row[columns[column]?.label ?? -1]?.trim() ?? '';
}

/** Returns notes with the labels of empty cells. */
function labelsWithoutValue(columns: Columns, rows: readonly Row[]): string[] {
  return columns.flatMap(({ label }, column) =>
    rows.flatMap((row) => {
      const text = row[column]?.trim() ? '' : labelAt(columns, row, column);
      return text ? noteOn(columns[label]?.header ?? '', text) : [];
    }),
  );
}

function noteOn(header: string, value: string, labels: readonly string[] = []): string {
  const text = [value, ...labels.map((label) => `(${label})`)].join(' ');
  return header ? `Also ${header}: ${text}` : `Also: ${text}`;
}
