import { fill } from '../shared/placeholders.ts';
import { bodyComplaint } from './validate-file.ts';
import { fieldInWords, fieldLine } from './field-line.ts';
import { markdownComplaint } from './markdown.ts';
import { bodies, type CollectionName, schemas } from './schemas/collections.ts';
import { releaseNameComplaint } from './schemas/file-name.ts';
import type { Section } from './schemas/section.ts';

/** A content file whose fields YAML's parser could read. */
export interface ParsedFile {
  readonly folder: CollectionName;
  /** Without `.md`. */
  readonly name: string;
  readonly contents: string;
  readonly fields: unknown;
  readonly body: string;
}

/** Returns what is wrong with the fields and the text of a file, one problem for each field. */
export function fileProblems({ folder, name, contents, fields, body }: ParsedFile): ContentProblem[] {
  const file = `src/content/${folder}/${name}.md`;
  const { data, error } = schemas[folder].safeParse(fields);
  if (error)
    return firstOfEachField(error.issues)
      .map((issue) => fieldProblem(file, contents, issue))
      .sort((a, b) => a.line - b.line);
  const problems = [
    'version' in data
      ? { line: fieldLine(contents, ['version']), message: releaseNameComplaint(name, data.version) }
      : undefined,
    'sections' in data
      ? {
          line: fieldLine(contents, ['sections']),
          message: bodyComplaint(data.sections as readonly Section[], body),
        }
      : undefined,
    // Only {version} in a release can fail here; the schema has refused all others.
    { line: lineOfText(contents, '{version}'), message: fillComplaint(folder, data) },
    textProblem(folder, contents, body),
  ];
  return problems.flatMap((problem) =>
    problem?.message === undefined ? [] : [{ file, line: problem.line, message: problem.message }],
  );
}

/** Returns the line (from 1) on which a text first stands. */
export function lineOfText(contents: string, text: string): number {
  return contents.slice(0, Math.max(contents.indexOf(text), 0)).split('\n').length;
}

/** Values of the placeholders that only some files may use. A release cannot name the newest release. */
const moreValues = (folder: CollectionName) => (folder === 'releases' ? {} : { version: '1.0' });

function fillComplaint(folder: CollectionName, value: unknown): string | undefined {
  try {
    fill(value, moreValues(folder));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An empty text fails several checks, but the marketer has one thing to do. */
function firstOfEachField(issues: readonly Issue[]): Issue[] {
  const fields = issues.map(({ path }) => path.join('.'));
  return issues.filter((_issue, index) => fields.indexOf(fields[index] ?? '') === index);
}

function fieldProblem(file: string, contents: string, { path, message }: Issue) {
  const field = fieldInWords(path);
  return { file, line: fieldLine(contents, path), message: field === '' ? message : `${field}: ${message}` };
}

/** Returns the complaint about the text below the fields, with the first line that earns it. */
function textProblem(folder: CollectionName, contents: string, body: string) {
  const linesAbove = contents.split('\n').length - body.split('\n').length;
  const { needed, isMarkdown } = bodies[folder];
  if (needed && body.trim() === '')
    return { line: linesAbove + 1, message: 'There is no text below the fields. Write it there.' };
  const complaintAbout = (text: string): string | undefined => {
    const complaint = fillComplaint(folder, text);
    if (complaint !== undefined || !isMarkdown) return complaint;
    const wrong = markdownComplaint(fill(text, moreValues(folder)));
    return wrong && `The text below the fields ${wrong}.`;
  };
  const message = complaintAbout(body);
  if (message === undefined) return undefined;
  const lines = body.split('\n');
  const place = lines.findIndex((_line, index) => complaintAbout(lines.slice(0, index + 1).join('\n')));
  return { line: linesAbove + place + 1, message };
}

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
