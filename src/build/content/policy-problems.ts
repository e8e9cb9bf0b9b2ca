import { fieldLine } from '../../copy/field-path.ts';
import { type PolicyPage, parsePolicyName } from '../../copy/policy-versions.ts';
import { schemas } from '../../copy/schemas/collections.ts';
import type { ContentProblem, ParsedFile } from '../../copy/validate-file.ts';
import { dayOf } from '../../shared/dates.ts';
import { placeholders } from '../../shared/placeholders.ts';

/** Returns the problems of the policies' versions: wrong names and days, and words that would change later. */
export function policyProblems(files: readonly ParsedFile[], today: Date): ContentProblem[] {
  const pages = files.flatMap((file) => {
    if (file.folder !== 'pages') return [];
    const { policy } = schemas.pages.parse(file.fields);
    return policy ? [{ file, id: file.name, policy }] : [];
  });
  return pages.flatMap(({ file, ...page }) => {
    const message = dayProblem(page, pages, dayOf(today));
    return [
      ...(message === undefined
        ? []
        : [problemAt(file, fieldLine(file.contents, ['policy', 'begins']), message)]),
      ...(parsePolicyName(page.id).day === undefined ? [] : changingWords(file)),
    ];
  });
}

interface Policy extends PolicyPage {
  readonly policy: NonNullable<PolicyPage['policy']>;
}

function dayProblem(page: Policy, pages: readonly Policy[], today: string): string | undefined {
  const begins = dayOf(page.policy.begins);
  const { name, day } = parsePolicyName(page.id);
  if (day === undefined)
    return begins > today
      ? `This version begins on ${begins}, which is still to come. Publish it on that day.`
      : undefined;
  const current = pages.find(({ id }) => id === name);
  if (!current)
    return `There is no page ${name}.md with a "policy", which this would be an earlier version of.`;
  if (day !== begins)
    return `This version begins on ${begins}, and the file is not named after it. Name it ${name}-${begins}.md, or correct the day.`;
  return begins >= dayOf(current.policy.begins)
    ? `This version begins on ${begins}, and the current one in ${name}.md on ${dayOf(current.policy.begins)}. An earlier version begins before the current one.`
    : undefined;
}

/** Placeholders that an earlier version may have: the product and its seller. The values of all others are part of the agreement. */
const lastingNames = /^(?:product|tagline|email|x-handle|site|seller\..*)$/;

function changingWords(file: ParsedFile): ContentProblem[] {
  const values = new Map<string, string>(Object.entries(placeholders));
  return [...file.contents.matchAll(/\{([^{}]+)\}/g)].flatMap(({ 1: name = '', index }) => {
    const value = values.get(name);
    if (value === undefined || lastingNames.test(name)) return [];
    const line = file.contents.slice(0, index).split('\n').length;
    return [
      problemAt(
        file,
        line,
        `An earlier version keeps its words. Write what {${name}} meant then; today it is: ${value}`,
      ),
    ];
  });
}

function problemAt({ name }: ParsedFile, line: number, message: string): ContentProblem {
  return { file: `src/content/pages/${name}.md`, line, message };
}
