import { withWholeLinks } from '../whole-links.ts';
import type { Node } from './node.ts';

interface Question {
  readonly question: string;
  /** The answer as HTML. */
  readonly answer: string;
}

/** The questions that the page at `path` shows, with their answers. */
export const faqPage = (questions: readonly Question[], path: string): Node => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: withWholeLinks(answer, path) },
  })),
});
