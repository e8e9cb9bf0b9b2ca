import yaml from 'js-yaml';
import * as z from 'zod';
import { type CollectionName, fileNames } from './schemas/collections.ts';
import { type ContentProblem, type ParsedFile, validateFile } from './validate-file.ts';

/** A content file that has problems. */
interface RejectedFile {
  readonly problems: readonly ContentProblem[];
}

/** Parses and validates a content file. `fileName` is its path in the folder, such as `why.md`. */
export function parseFile(
  folder: CollectionName,
  fileName: string,
  contents: string,
): ParsedFile | RejectedFile {
  const name = fileName.replace(/\.md$/, '');
  const reject = (problem: Problem): RejectedFile => ({
    problems: [{ file: `src/content/${folder}/${fileName}`, ...problem }],
  });
  const problem = fileNameProblem(folder, name) ?? encodingProblem(contents) ?? frontmatterProblem(contents);
  if (problem) return reject(problem);
  try {
    const parsed = { folder, name, contents, ...parseFrontmatter(contents) };
    const problems = validateFile(parsed);
    return problems.length > 0 ? { problems } : parsed;
  } catch (error) {
    if (error instanceof yaml.YAMLException) return reject(yamlProblem(contents, error));
    throw error;
  }
}

/** The fields of a file, between two lines of hyphens at its beginning. */
const frontmatter = /^(?:\uFEFF?|\s*\n)---[^\S\n]*\n((?:[\s\S]*?\n)?)---/;

/** Splits a file into its fields and the body below them. Throws a YAMLException for fields that are not YAML. */
export function parseFrontmatter(contents: string): {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
} {
  const [block = '', text = ''] = frontmatter.exec(contents) ?? [];
  const fields = yaml.load(text);
  return {
    fields: typeof fields === 'object' && fields !== null ? { ...fields } : {},
    body: contents.slice(block.length),
  };
}

type Problem = Omit<ContentProblem, 'file'>;

/** Checks the name of a file where visitors see it: in the address of a page, the version of a release. */
function fileNameProblem(folder: CollectionName, name: string): Problem | undefined {
  const format = fileNames[folder];
  return format && !format.pattern.test(name)
    ? { message: `Rename the file. Expected: ${format.expected}.` }
    : undefined;
}

function encodingProblem(contents: string): Problem | undefined {
  const index = contents.indexOf('\uFFFD');
  return index < 0
    ? undefined
    : {
        line: lineAt(contents, index),
        message:
          'This line has a character that is not UTF-8. Save the file as UTF-8, and type the character again where it shows as \uFFFD.',
      };
}

/** Field with a date, with or without a time. YAML turns 31 February into 3 March without an error. */
const dateField = /^[^\S\n]*[\w-]+:[^\S\n]+(\d{4}-\d\d-\d\d)(?![^\sTt])/gm;

/** Checks that the fields of a file are there and have no impossible dates. */
function frontmatterProblem(contents: string): Problem | undefined {
  const [block] = frontmatter.exec(contents) ?? [];
  if (block === undefined)
    return {
      message:
        'A file begins with a line of ---, then come its fields, and a second line of --- ends them. One of the two is missing.',
    };
  const impossibleDate = [...block.matchAll(dateField)].find(
    ([, date]) => !z.iso.date().safeParse(date).success,
  );
  return (
    impossibleDate && {
      line: lineAt(contents, impossibleDate.index),
      message: `There is no day ${impossibleDate[1] ?? ''}.`,
    }
  );
}

/** Returns the line (from 1) of the character at an index. */
function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Translates a YAMLException into advice. The exception counts from 0, from the line below the opening hyphens. */
function yamlProblem(contents: string, { reason, mark }: yaml.YAMLException): Problem {
  const line = lineAt(contents, contents.indexOf('---')) + 1 + mark.line;
  if (reason.startsWith('tab characters'))
    return { line, message: 'There is a tab before a field. Indent with spaces.' };
  if (reason.startsWith('duplicated mapping key'))
    return { line, message: 'This field is here for the second time. Delete one of the two.' };
  return {
    line,
    message: `The fields can’t be read from here on (${reason}). Indent with spaces, as other files do. Put a text in 'single quotes' when it begins with a sign, such as a {, a quote, a * or an @, or has a colon and a space in it; write an apostrophe between the quotes twice.`,
  };
}
