import { anchorOf } from '../../components/sections/anchor-of.ts';
import { type ContentProblem, lineOfText, type ParsedFile } from '../../copy/file-problems.ts';
import { markdown } from '../../copy/markdown.ts';
import { type CollectionName, schemas } from '../../copy/schemas/collections.ts';
import type { Section } from '../../copy/schemas/section.ts';
import { fill } from '../../shared/placeholders.ts';
import { isReserved, reservedPaths } from '../reserved-paths.ts';
import { linksIn } from '../page-links.ts';
import { wrongAddress } from '../wrong-address.ts';

/** A code file in which links are written. */
export interface LinkingFile {
  readonly file: string;
  readonly contents: string;
  readonly links: readonly string[];
}

/** Everything that the content files can lead to or collide with. */
export interface SiteParts {
  readonly files: readonly ParsedFile[];
  /** Addresses of the pages and files that the code makes: `/login`, `/rss.xml`. */
  readonly routes: readonly string[];
  /** Names of pages that have problems of their own: links to them are good. */
  readonly unreadPages: readonly string[];
  /** Addresses of the files in public. */
  readonly publicFiles: readonly string[];
  readonly others: readonly LinkingFile[];
}

/** Returns what is wrong between content files: taken addresses, dead links, missing pictures and missing anchors. */
export function siteProblems({
  files,
  routes,
  unreadPages,
  publicFiles,
  others,
}: SiteParts): ContentProblem[] {
  const taken = new Set([...reservedPaths, ...routes]);
  const pages = files.filter(({ folder, name }) => folder === 'pages' && !taken.has(pathOf(name)));
  const drafts = new Set(pages.filter(isDraft).map(({ name }) => pathOf(name)));
  const anchors = new Map(pages.map((page) => [pathOf(page.name), anchorsOf(page, files)]));
  /** Pages whose anchors only a build knows. */
  const otherPages = new Set([...routes, ...unreadPages.map(pathOf)]);
  const isServed = (address: string): boolean =>
    otherPages.has(address) || publicFiles.includes(address) || isReserved(address);
  const served = { idsAt: (address: string) => anchors.get(address), isServed };

  const complaintAbout = (address: string, from: string, fromDraft: boolean): string | undefined => {
    const [path = '', hash] = address.split('#');
    const known = hash !== undefined && otherPages.has(path) ? path : address;
    const wrong = wrongAddress(known, from, served);
    if (wrong !== null) return `${wrong}. Change this link, or make what it leads to.`;
    return drafts.has(path) && !fromDraft
      ? `${address} leads to a draft, which visitors do not see. Publish that page, or change this link.`
      : undefined;
  };

  return [
    ...files
      .filter(({ folder, name }) => folder === 'pages' && taken.has(pathOf(name)))
      .map(({ name }) => ({
        file: `src/content/pages/${name}.md`,
        message: `The address ${pathOf(name)} is taken. Name the file otherwise.`,
      })),
    ...files.flatMap((file) =>
      linksOf(file).flatMap((written) => {
        const address = fill(written, { version: '1.0' });
        const from = file.folder === 'pages' ? pathOf(file.name) : homeOf[file.folder];
        const message = complaintAbout(address, from, isDraft(file));
        return message === undefined ? [] : [problemAt(file, written, message)];
      }),
    ),
    ...others.flatMap(({ file, contents, links }) =>
      links.flatMap((address) => {
        const message = complaintAbout(address, '/', false);
        return message === undefined ? [] : [{ file, line: lineOfLink(contents, address), message }];
      }),
    ),
  ];
}

/** Returns the line of a link in code, where it stands between quotes. */
function lineOfLink(contents: string, address: string): number {
  const quote = contents.includes(`'${address}'`) ? "'" : '"';
  return lineOfText(contents, quote + address + quote);
}

const pathOf = (name: string): string => (name === 'index' ? '/' : `/${name}`);

/** A page that shows the files of a folder: what a link to an anchor alone is relative to. */
const homeOf: Readonly<Record<CollectionName, string>> = {
  pages: '/',
  features: '/',
  releases: '/release-notes',
  questions: '/contact-us',
  pitches: '/affiliate-pitch',
};

function isDraft({ fields }: ParsedFile): boolean {
  return (fields as { readonly draft?: boolean }).draft === true;
}

function problemAt({ folder, name, contents }: ParsedFile, text: string, message: string): ContentProblem {
  return { file: `src/content/${folder}/${name}.md`, line: lineOfText(contents, text), message };
}

/** Returns the addresses in a file as they are written: of buttons and the like, and those in Markdown. */
function linksOf({ fields, body, folder }: ParsedFile): string[] {
  const texts = folder === 'pitches' ? [] : [...textsIn(fields), body];
  return [...new Set([...hrefsIn(fields), ...texts.flatMap((text) => linksIn(markdown(text)).addresses)])];
}

function hrefsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' ? (['href', 'parent'].includes(key) ? [part] : []) : hrefsIn(part),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the anchors of a page, as its sections make them. */
function anchorsOf({ fields, body }: ParsedFile, files: readonly ParsedFile[]): string[] {
  const { sections } = fill(schemas.pages.parse(fields), { version: '1.0' });
  return sections.flatMap((section) => anchorsOfSection(section, body, files));
}

function anchorsOfSection(section: Section, body: string, files: readonly ParsedFile[]): string[] {
  const names = (folder: CollectionName) =>
    files.filter((file) => file.folder === folder && !isDraft(file)).map(({ name }) => name);
  const id = 'id' in section ? section.id : undefined;
  const heading = 'heading' in section ? section.heading : undefined;
  return [
    ...(heading !== undefined && section.type !== 'opening' ? [anchorOf({ id, heading })] : [id ?? '']),
    ...(section.type === 'cards' ? section.cards.map((card) => card.id ?? '') : []),
    ...(section.type === 'features' ? [...names('features'), 'coming-soon'] : []),
    ...(section.type === 'releases'
      ? names('releases').map((version) => `version-${version.replaceAll('.', '-')}`)
      : []),
    ...(section.type === 'text' && heading === undefined
      ? [...markdown(section.text ?? body).matchAll(/<h2>([\s\S]*?)<\/h2>/g)].map(([, title = '']) =>
          anchorOf({ heading: title }),
        )
      : []),
  ].filter((anchor) => anchor !== '');
}
