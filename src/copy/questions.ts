import { getCollection } from 'astro:content';
import { isShown, withDraftMark } from './drafts.ts';
import { filled } from './filled.ts';
import { currentVersion } from './releases.ts';
import { markdown } from './markdown.ts';
import type { topics } from './schemas/question.ts';

export type Topic = (typeof topics)[number];

/** The questions of a list in their order, with their answers as HTML. */
export const questionsOf = async (topic: Topic) => {
  const version = await currentVersion();
  const entries = await getCollection(
    'questions',
    (entry) => isShown(entry) && entry.data.topics.includes(topic),
  );
  return entries
    .sort((a, b) => a.data.order - b.data.order)
    .map((entry) => filled(entry, { version }))
    .map(({ id, question, body, draft }) => ({
      id,
      question: withDraftMark(question, draft),
      answer: markdown(body),
    }));
};
