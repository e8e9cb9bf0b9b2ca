import { addressOf } from '../addresses.ts';
import type { Node } from './node.ts';

interface Question {
  readonly question: string;
  /** The answer as HTML. */
  readonly answer: string;
}

/** Links in an answer as whole addresses, since it is read apart from its page. */
const withWholeLinks = (html: string): string =>
  html.replaceAll(/href="(\/[^"]*)"/g, (_, path: string) => `href="${addressOf(path)}"`);

/** The questions that a page shows, with their answers. */
export const faqPage = (questions: readonly Question[]): Node => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: withWholeLinks(answer) },
  })),
});
