import { duplicateMessages as texts } from '../../shared/messages/duplicates.ts';
import type { Column } from './list.ts';
import { type MergedField, mergedFields, valuesOf, valueText } from './merge-rows.ts';
import { createElement } from './parts.ts';
import { runAtOnce } from './run-in-slices.ts';

type Row = readonly string[];

/** Returns the fields that one of the rows has, with the notes at the end. */
export function fieldsOf(columns: readonly Column[], rows: readonly Row[]): readonly MergedField[] {
  const fields = runAtOnce(mergedFields(columns, rows));
  const notes = columns.findIndex(({ kind }) => kind === 'notes');
  const hasNotes = rows.some((row) => row[notes]?.trim());
  if (!hasNotes) return fields;
  return [
    ...fields,
    { kind: 'notes', columns: [notes], values: [], places: Infinity, keyOf: (value) => value },
  ];
}

/** Returns the line of a field: its name, and a cell for each row. If not all values have a place, the visitor picks one. */
export function createFieldLine(
  columns: readonly Column[],
  rows: readonly Row[],
  field: MergedField,
  groupId: string,
): HTMLElement {
  const { keyOf } = field;
  const [first = 0] = field.columns;
  const cells = rows.map((row) => valuesOf(columns, row, field.columns));
  const filled = cells.filter((cell) => cell.length > 0);
  const isSame = new Set(filled.map((cell) => cell.map(keyOf).sort().join('\n'))).size === 1;
  const isChoice = field.values.length > field.places;
  const hint = isChoice ? texts.pick : filled.length < 2 ? '' : isSame ? texts.same : texts.kept;
  const term = createElement(
    'span',
    'finder-term',
    termOf(columns[first]?.header ?? '', field.kind),
    ' ',
    createElement('small', '', hint),
  );
  term.id = `${groupId}-${String(first)}`;
  const line = createElement('div', 'finder-line', term);
  line.setAttribute('role', isChoice ? 'radiogroup' : 'group');
  line.setAttribute('aria-labelledby', term.id);
  line.toggleAttribute('data-differs', filled.length > 1 && !isSame);
  const offered = new Set<string>();
  for (const cell of cells) {
    const box = createElement('div', 'finder-cell', ...(cell.length === 0 ? [texts.empty] : []));
    for (const value of cell) {
      const text = createElement('span', '', shorten(valueText(value)));
      const option = field.values.find((one) => keyOf(one) === keyOf(value));
      const isOffered = isChoice && option !== undefined && !offered.has(option);
      box.append(
        isOffered
          ? createElement('label', '', createRadio(term.id, first, value, option === field.values[0]), text)
          : text,
      );
      if (option !== undefined) offered.add(option);
    }
    line.append(box);
  }
  return line;
}

function createRadio(name: string, column: number, value: string, isChecked: boolean): HTMLElement {
  const radio = createElement('input', '');
  radio.type = 'radio';
  radio.name = name;
  radio.value = value;
  radio.checked = isChecked;
  radio.dataset.column = String(column);
  return radio;
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
