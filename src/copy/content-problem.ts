/** A mistake in a content file: its place, and the remedy in a marketer's words. */
export interface ContentProblem {
  /** Path in the project, such as src/content/pages/why.md. */
  readonly file: string;
  /** From 1; undefined if the mistake has no line, as a file's name. */
  readonly line?: number | undefined;
  readonly message: string;
}

/** Returns a problem as a line of the terminal: `src/content/pages/why.md, line 3: …`. */
export function formatProblem({ file, line, message }: ContentProblem): string {
  return `${file}${line === undefined ? '' : `, line ${String(line)}`}: ${message}`;
}
