import { getCollection } from 'astro:content';
import { isShown, withDraftMark } from './drafts.ts';
import { filled } from './filled.ts';
import { currentVersion } from './releases.ts';

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
