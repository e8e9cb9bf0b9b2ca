import { fillPlaceholders } from '../shared/placeholders.ts';
import { describeField, type FieldPath, fieldLine } from './field-path.ts';
import { markdownProblem } from './markdown.ts';
import { bodies, type CollectionName, schemas } from './schemas/collections.ts';
import type { Section } from './schemas/section.ts';

/** A mistake in a content file, described for marketers. */
export interface ContentProblem {
  /** Path in the project, such as src/content/pages/why.md. */
  readonly file: string;
  /** From 1; undefined for a mistake without a line, such as a wrong file name. */
  readonly line?: number | undefined;
  readonly message: string;
}

/** Formats a problem as a line for the terminal: `src/content/pages/why.md, line 3: …`. */
export function formatProblem({ file, line, message }: ContentProblem): string {
  return `${file}${line === undefined ? '' : `, line ${String(line)}`}: ${message}`;
}

/** A content file whose fields are YAML. */
export interface ParsedFile {
  readonly folder: CollectionName;
  /** Without `.md`. */
  readonly name: string;
  readonly contents: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Returns the problems of the fields and the body of a file, one for each field. */
export function validateFile({ folder, name, contents, fields, body }: ParsedFile): ContentProblem[] {
  const file = `src/content/${folder}/${name}.md`;
  const { data, error } = schemas[folder].safeParse(fields);
  if (error)
    return firstOfEachField(error.issues)
      .map(({ path, message }) => {
        const field = describeField(path);
        return {
          file,
          line: fieldLine(contents, path),
          message: field === '' ? message : `${field}: ${message}`,
        };
      })
      .sort((a, b) => a.line - b.line);
  const problems = [
    'version' in data
      ? { line: fieldLine(contents, ['version']), message: releaseNameProblem(name, data.version) }
      : undefined,
    'sections' in data
      ? { line: fieldLine(contents, ['sections']), message: unshownBodyProblem(data.sections, body) }
      : undefined,
    // Only {version} in a release can fail here; the schema rejects every unknown placeholder.
    { line: lineOfText(contents, '{version}'), message: placeholderProblem(folder, data) },
    bodyProblem(folder, contents, body),
  ];
  return problems.flatMap((problem) =>
    problem?.message === undefined ? [] : [{ file, line: problem.line, message: problem.message }],
  );
}

/** Returns the line (from 1) of the first occurrence of a text. */
export function lineOfText(contents: string, text: string): number {
  return contents.slice(0, Math.max(contents.indexOf(text), 0)).split('\n').length;
}

interface Issue {
  readonly path: FieldPath;
  readonly message: string;
}

/** Returns the first issue of each field. An empty text fails several checks, but one message is enough. */
function firstOfEachField(issues: readonly Issue[]): Issue[] {
  const fields = issues.map(({ path }) => path.join('.'));
  return issues.filter((_issue, index) => fields.indexOf(fields[index] ?? '') === index);
}

/** Releases are named after their version, so two files cannot have the same version. */
function releaseNameProblem(name: string, version: string): string | undefined {
  return name === version
    ? undefined
    : `The version is ${version}, and the file is not named after it. Name it ${version}.md, or correct the version.`;
}

/** The body of a page is shown by the one section of the type "text" that has no text of its own. */
function unshownBodyProblem(sections: readonly Section[], body: string): string | undefined {
  const count = sections.filter((section) => section.type === 'text' && section.text === undefined).length;
  if (count > 1)
    return 'More than one section of the type "text" has no text of its own, and each would show the one below the fields. Give all but one a "text".';
  if (count === 1 && body.trim() === '')
    return 'A section of the type "text" has no text. Give it a "text", or write one below the fields.';
  if (count === 0 && body.trim() !== '')
    return 'No section shows the text below the fields. Add one of the type "text" without a "text" of its own, or delete the text.';
  return undefined;
}

/** Values of the placeholders that depend on the folder. A release cannot use the version of the newest release. */
function extraValues(folder: CollectionName): Readonly<Record<string, string>> {
  return folder === 'releases' ? {} : { version: '1.0' };
}

function placeholderProblem(folder: CollectionName, value: unknown): string | undefined {
  try {
    fillPlaceholders(value, extraValues(folder));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns a problem of a file's body, with the line of the first problem. */
function bodyProblem(folder: CollectionName, contents: string, body: string) {
  const linesAbove = contents.split('\n').length - body.split('\n').length;
  const { isRequired, isMarkdown } = bodies[folder];
  if (isRequired && body.trim() === '')
    return { line: linesAbove + 1, message: 'There is no text below the fields. Write it there.' };
  const problemOf = (text: string): string | undefined => {
    const placeholder = placeholderProblem(folder, text);
    if (placeholder !== undefined || !isMarkdown) return placeholder;
    const problem = markdownProblem(fillPlaceholders(text, extraValues(folder)));
    return problem && `The text below the fields ${problem}.`;
  };
  const message = problemOf(body);
  if (message === undefined) return undefined;
  const lines = body.split('\n');
  const index = lines.findIndex((_line, lineIndex) => problemOf(lines.slice(0, lineIndex + 1).join('\n')));
  return { line: linesAbove + index + 1, message };
}
