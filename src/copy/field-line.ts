/** A field's place as Zod names it: `['sections', 1, 'type']`. */
export type FieldPath = readonly PropertyKey[];

const indentOf = (line: string): number => line.search(/\S/);
const isListItem = (line: string): boolean => /^\s*-(\s|$)/.test(line);

/**
 * Returns the line (from 1) of a field in a content file, or of the nearest field around it if the field is missing or is
 * written on one line with others.
 */
export function fieldLine(contents: string, path: FieldPath): number {
  const lines = contents.split('\n');
  const opening = lines.findIndex((line) => /^\uFEFF?---/.test(line));
  const closing = lines.findIndex((line, index) => index > opening && line.startsWith('---'));
  let line = opening;
  let [from, to] = [opening + 1, closing];
  for (const part of path) {
    const entries = entriesOf(lines, from, to);
    const isWanted =
      typeof part === 'number'
        ? (index: number) => index === entries.filter((at) => isListItem(lines[at] ?? ''))[part]
        : (index: number) => lines[index]?.trimStart().startsWith(`${String(part)}:`);
    const index = entries.find(isWanted);
    if (index === undefined) return line + 1;
    line = index;
    to = entries.find((at) => at > index && (typeof part === 'number' || !isListItem(lines[at] ?? ''))) ?? to;
    from = typeof part === 'number' ? index : index + 1;
    // The first field of a list item stands behind the item's hyphen.
    if (typeof part === 'number') lines[index] = lines[index]?.replace('-', ' ') ?? '';
  }
  return line + 1;
}

/** Returns the lines between two others that are indented like the first of them. */
function entriesOf(lines: readonly string[], from: number, to: number): number[] {
  const filled = lines.flatMap((line, index) =>
    index >= from && index < to && !/^\s*(#|$)/.test(line) ? [index] : [],
  );
  const indent = indentOf(lines[filled[0] ?? 0] ?? '');
  return filled.filter((index) => indentOf(lines[index] ?? '') === indent);
}

/** Returns a field's place in words, counted from 1: `section 2, type`. */
export function fieldInWords(path: FieldPath): string {
  return path
    .flatMap((part, place) => {
      if (typeof part === 'number') return [];
      const next = path[place + 1];
      const name = String(part);
      return [typeof next === 'number' ? `${name.replace(/s$/, '')} ${String(next + 1)}` : name];
    })
    .join(', ');
}
