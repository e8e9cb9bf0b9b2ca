import { type CollectionEntry, getCollection } from 'astro:content';
import { monthName, monthOf } from '../shared/dates.ts';
import { newestFirst, releaseFile, shortVersion } from '../shared/release-file.ts';
import { fillEntry, isShown, withDraftMark } from './content-entry.ts';
import { markdown } from './markdown.ts';
import { pathFromName } from './page-path.ts';
import { parsePolicyName, type PolicyVersion, versionsOf } from './policy-versions.ts';
import type { topics } from './schemas/entries.ts';

/** A page of src/content/pages with its placeholders filled. `body` is Markdown. */
export type Page = Awaited<ReturnType<typeof loadPages>>[number];

/** Returns all pages, sorted by path. Each version of a policy has a page: the current one is there twice. */
export async function loadPages() {
  const version = await currentVersion();
  const entries = await getCollection('pages', isShown);
  return entries
    .map((entry) => fillEntry(entry, { version }))
    .map(({ 'bare-title': bareTitle, 'hide-from-search': noindex, ...page }) => ({
      ...page,
      path: pathFromName(page.id),
      title: withDraftMark(page.title, page.draft),
      bareTitle,
      noindex: noindex || page.draft,
      /** True for the page of one version of a policy. Search engines and shared links get the policy itself. */
      isVersion: false,
    }))
    .flatMap((page) => {
      const [version] = versionsOf(parsePolicyName(page.id).name, [page]);
      if (!version) return [page];
      const versionPage = { ...page, path: version.path, noindex: true, isVersion: true };
      return version.isCurrent ? [page, versionPage] : [versionPage];
    })
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** Returns the versions of the policy on a page, newest first. */
export async function loadVersions({ id }: Page): Promise<PolicyVersion[]> {
  const pages = (await loadPages()).filter(({ isVersion }) => isVersion);
  return versionsOf(parsePolicyName(id).name, pages);
}

/** Returns the features that exist and the announced ones, each sorted by letter. `id` is also the name of the drawing. */
export async function loadFeatures() {
  const version = await currentVersion();
  const entries = await getCollection('features', isShown);
  const features = entries
    .map((entry) => fillEntry(entry, { version }))
    .map((feature) => ({ ...feature, name: withDraftMark(feature.name, feature.draft) }))
    .sort((a, b) => a.letter.localeCompare(b.letter) || a.name.localeCompare(b.name));
  return { today: features.filter(({ soon }) => !soon), soon: features.filter(({ soon }) => soon) };
}

/** Returns the post templates of a kind in their order. `body` is the plain text that affiliates copy. */
export async function loadPitches(kind: 'long' | 'short') {
  const version = await currentVersion();
  const entries = await getCollection('pitches', (entry) => isShown(entry) && entry.data.kind === kind);
  return entries
    .sort((a, b) => a.data.order - b.data.order)
    .map((entry) => fillEntry(entry, { version }))
    .map((pitch) => ({
      ...pitch,
      title: withDraftMark(pitch.title, pitch.draft),
      body: pitch.body.trim(),
    }));
}

/** Returns the questions of a topic in their order, with the answers as HTML. */
export async function loadQuestions(topic: (typeof topics)[number]) {
  const version = await currentVersion();
  const entries = await getCollection(
    'questions',
    (entry) => isShown(entry) && entry.data.topics.includes(topic),
  );
  return entries
    .sort((a, b) => a.data.order - b.data.order)
    .map((entry) => fillEntry(entry, { version }))
    .map(({ id, question, body, draft }) => ({
      id,
      question: withDraftMark(question, draft),
      answer: markdown(body),
    }));
}

/** A release of src/content/releases. `short` is 1.0 for 1.0.0, `label` the month. `body` is Markdown. */
export type Release = ReturnType<typeof toRelease>;

/** Returns all releases, newest first. */
export async function loadReleases(): Promise<Release[]> {
  return (await getCollection('releases', isShown)).sort(byVersion).map(toRelease);
}

/** Returns the releases that are not drafts, newest first. */
export async function loadPublishedReleases(): Promise<Release[]> {
  return (await loadReleases()).filter(({ draft }) => !draft);
}

/** Returns the newest release that is not a draft. */
export async function loadCurrentRelease(): Promise<Release> {
  const [newest] = await loadPublishedReleases();
  if (!newest)
    throw new Error('src/content/releases holds no release that is not a draft; the site needs one.');
  return newest;
}

/** Returns the value of `{version}`: 1.0 while 1.0.0 is the newest release. */
async function currentVersion(): Promise<string> {
  return (await loadCurrentRelease()).short;
}

function byVersion(a: CollectionEntry<'releases'>, b: CollectionEntry<'releases'>): number {
  return newestFirst(a.data.version, b.data.version);
}

function toRelease(entry: CollectionEntry<'releases'>) {
  const release = fillEntry(entry);
  return {
    ...release,
    short: shortVersion(release.version),
    anchor: `version-${release.version.replaceAll('.', '-')}`,
    label: withDraftMark(monthName(monthOf(release.date)), release.draft),
    files: release.files.map((file) => ({
      ...file,
      href: `/dist/${releaseFile(release.version, file.ending)}`,
    })),
  };
}
