/** A rule for headers, of the publish folder's `_headers` file or of netlify.toml. */
export interface HeaderRule {
  readonly for: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Reads a `_headers` file: a path, below it the headers for it; a header named twice there has both values. */
export function parseHeadersFile(text: string): HeaderRule[] {
  const rules: { for: string; values: Record<string, string> }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      rules.push({ for: line, values: {} });
      continue;
    }
    const values = rules.at(-1)?.values;
    const [, name = '', value = ''] = /^([^:]+?)\s*:\s*(.+)$/.exec(line) ?? [];
    if (!values || !name) throw new Error(`_headers: what is "${line}"?`);
    values[name] = values[name] === undefined ? value : `${values[name]}, ${value}`;
  }
  return rules;
}

/**
 * The headers of a static path: every rule that matches counts, and of one header the last value. So does the
 * platform's own emulation (netlify/build packages/headers-parser/src, netlify/cli src/utils/headers.ts); its
 * documentation is silent. Never applied to functions, as on the platform.
 */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  return Object.fromEntries(
    rules.filter((rule) => matches(rule.for, path)).flatMap(({ values }) => Object.entries(values)),
  );
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^/${pattern.split('/').filter(Boolean).map(partPattern).join('/')}/?$`, 'iu').test(path);
}

function partPattern(part: string): string {
  if (part.startsWith(':')) return '[^/]+';
  // A part that is a star alone may be missing, with the slash before it.
  if (part === '*') return '?.*';
  return part
    .split('*')
    .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}
