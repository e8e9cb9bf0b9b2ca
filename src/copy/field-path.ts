/** Path of a field, in Zod's form: `['sections', 1, 'type']`. */
export type FieldPath = readonly PropertyKey[];

/**
 * Returns the line (from 1) of a field in a content file. Returns the line of the nearest parent if the field is missing or
 * shares a line with other fields.
 */
export function fieldLine(contents: string, path: FieldPath): number {
  const lines = contents.split('\n');
  const opening = lines.findIndex((line) => /^\uFEFF?---/.test(line));
  const closing = lines.findIndex((line, index) => index > opening && line.startsWith('---'));
  let line = opening;
  let [from, to] = [opening + 1, closing];
  for (const part of path) {
    const siblings = siblingLines(lines, from, to);
    const isPart =
      typeof part === 'number'
        ? (index: number) => index === siblings.filter((sibling) => isListItem(lines[sibling] ?? ''))[part]
        : (index: number) => lines[index]?.trimStart().startsWith(`${String(part)}:`);
    const index = siblings.find(isPart);
    if (index === undefined) return line + 1;
    line = index;
    to =
      siblings.find(
        (sibling) => sibling > index && (typeof part === 'number' || !isListItem(lines[sibling] ?? '')),
      ) ?? to;
    from = typeof part === 'number' ? index : index + 1;
    // The first field of a list item is on the line of the item's hyphen.
    if (typeof part === 'number') lines[index] = lines[index]?.replace('-', ' ') ?? '';
  }
  return line + 1;
}

/** Returns the indexes of the lines between `from` and `to` that have the indentation of the first line. */
function siblingLines(lines: readonly string[], from: number, to: number): number[] {
  const contentLines = lines.flatMap((line, index) =>
    index >= from && index < to && !/^\s*(#|$)/.test(line) ? [index] : [],
  );
  const indent = indentation(lines[contentLines[0] ?? 0] ?? '');
  return contentLines.filter((index) => indentation(lines[index] ?? '') === indent);
}

function indentation(line: string): number {
  return line.search(/\S/);
}

function isListItem(line: string): boolean {
  return /^\s*-(\s|$)/.test(line);
}

/** Describes a field's path in words, counting from 1: `section 2, type`. */
export function describeField(path: FieldPath): string {
  return path
    .flatMap((part, index) => {
      if (typeof part === 'number') return [];
      const next = path[index + 1];
      const name = String(part);
      return [typeof next === 'number' ? `${name.replace(/s$/, '')} ${String(next + 1)}` : name];
    })
    .join(', ');
}
