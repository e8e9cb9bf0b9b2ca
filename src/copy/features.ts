import { getCollection } from 'astro:content';
import { isShown, withDraftMark } from './drafts.ts';
import { filled } from './filled.ts';
import { currentVersion } from './releases.ts';

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
