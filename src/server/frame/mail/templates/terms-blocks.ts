import { formatLongDate } from '../../../../shared/dates.ts';
import type { BuiltTerms } from '../../context/built-terms.ts';
import { type Block, heading } from './mail-content.ts';
import { renderedMarkdown } from './rendered-markdown.ts';
import type { MailLinks } from './template.ts';

/** Returns the text of a version of the terms, and of the notice on the right of withdrawal. Throws for an unknown version. */
export function termsBlocks(terms: BuiltTerms, version: string, links: MailLinks): Block[] {
  const found = terms.versions.find((candidate) => candidate.version === version);
  if (!found) throw new Error(`This build has no version ${version} of the terms.`);
  return [
    heading(`Terms dated ${formatLongDate(version)}`),
    renderedMarkdown(found, links),
    heading('Right of withdrawal'),
    renderedMarkdown(terms.withdrawal, links),
  ];
}
