import { isShown, withDraftMark } from './drafts.ts';
import { getCollection } from 'astro:content';
import { filled } from './filled.ts';
import { currentVersion } from './releases.ts';
import { markdown } from './markdown.ts';
import type { topics } from './schemas/entries.ts';

/** What the program does today and what is announced, each by letter; `id` names the drawing, if there is one. */
export const features = async () => {
  const version = await currentVersion();
  const entries = await getCollection('features', isShown);
  const all = entries
    .map((entry) => filled(entry, { version }))
    .map((feature) => ({ ...feature, name: withDraftMark(feature.name, feature.draft) }))
    .sort((a, b) => a.letter.localeCompare(b.letter) || a.name.localeCompare(b.name));
  return { today: all.filter(({ soon }) => !soon), soon: all.filter(({ soon }) => soon) };
};

/** The post templates of a kind in their order; `body` is the plain text that is copied. */
export const pitchesOf = async (kind: 'long' | 'short') => {
  const version = await currentVersion();
  const entries = await getCollection('pitches', (entry) => isShown(entry) && entry.data.kind === kind);
  return entries
    .sort((a, b) => a.data.order - b.data.order)
    .map((entry) => filled(entry, { version }))
    .map((pitch) => ({
      ...pitch,
      title: withDraftMark(pitch.title, pitch.draft),
      body: pitch.body.trim(),
    }));
};

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
