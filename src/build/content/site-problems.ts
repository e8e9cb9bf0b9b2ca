import { anchorOf } from '../../components/sections/anchor-of.ts';
import { markdown } from '../../copy/markdown.ts';
import { pathFromName } from '../../copy/page-path.ts';
import { type CollectionName, schemas } from '../../copy/schemas/collections.ts';
import type { Section } from '../../copy/schemas/section.ts';
import { type ContentProblem, lineOfText, type ParsedFile } from '../../copy/validate-file.ts';
import { fillPlaceholders } from '../../shared/placeholders.ts';
import { isReserved, linkProblem, linksIn, reservedPaths } from '../links.ts';

/** A code file with links to pages. */
export interface LinkingFile {
  readonly file: string;
  readonly contents: string;
  readonly links: readonly string[];
}

/** Everything that content files can link to or collide with. */
export interface SiteParts {
  readonly files: readonly ParsedFile[];
  /** Paths of the pages and files that code renders: `/login`, `/rss.xml`. */
  readonly routes: readonly string[];
  /** Names of pages with problems of their own. Links to them are accepted. */
  readonly invalidPages: readonly string[];
  /** Paths of the files in public. */
  readonly publicFiles: readonly string[];
  readonly linkingFiles: readonly LinkingFile[];
}

/** Returns the problems between files: paths used twice, dead links, missing pictures and missing anchors. */
export function siteProblems({
  files,
  routes,
  invalidPages,
  publicFiles,
  linkingFiles,
}: SiteParts): ContentProblem[] {
  const reservedAddresses = new Set([...reservedPaths, ...routes]);
  const pages = files.filter(
    ({ folder, name }) => folder === 'pages' && !reservedAddresses.has(pathFromName(name)),
  );
  const drafts = new Set(pages.filter(isDraft).map(({ name }) => pathFromName(name)));
  const anchors = new Map(pages.map((page) => [pathFromName(page.name), anchorsOf(page, files)]));
  /** Pages whose anchors are known only after a build. */
  const otherPages = new Set([...routes, ...invalidPages.map(pathFromName)]);
  const isServed = (address: string): boolean =>
    otherPages.has(address) || publicFiles.includes(address) || isReserved(address);
  const siteAddresses = { idsAt: (address: string) => anchors.get(address), isServed };

  const messageAbout = (address: string, from: string, isFromDraft: boolean): string | undefined => {
    const [path = '', hash] = address.split('#');
    const testedAddress = hash !== undefined && otherPages.has(path) ? path : address;
    const problem = linkProblem(testedAddress, from, siteAddresses);
    if (problem !== null) return `${problem}. Correct this link, or add what it leads to.`;
    return drafts.has(path) && !isFromDraft
      ? `${address} leads to a draft, which visitors don’t see. Publish that page, or change this link.`
      : undefined;
  };

  return [
    ...files
      .filter(({ folder, name }) => folder === 'pages' && reservedAddresses.has(pathFromName(name)))
      .map(({ name }) => ({
        file: `src/content/pages/${name}.md`,
        message: `The address ${pathFromName(name)} is taken. Rename the file.`,
      })),
    ...files.flatMap((file) =>
      linksOf(file).flatMap((link) => {
        const address = fillPlaceholders(link, { version: '1.0' });
        const from = file.folder === 'pages' ? pathFromName(file.name) : pageShowing[file.folder];
        const message = messageAbout(address, from, isDraft(file));
        return message === undefined ? [] : [problemAt(file, link, message)];
      }),
    ),
    ...linkingFiles.flatMap(({ file, contents, links }) =>
      links.flatMap((address) => {
        const message = messageAbout(address, '/', false);
        return message === undefined ? [] : [{ file, line: lineOfQuoted(contents, address), message }];
      }),
    ),
  ];
}

/** Returns the line of a quoted link in code. */
function lineOfQuoted(contents: string, address: string): number {
  const quote = contents.includes(`'${address}'`) ? "'" : '"';
  return lineOfText(contents, quote + address + quote);
}

/** A page that shows the files of a folder. Links that are only an anchor are resolved on this page. */
const pageShowing: Readonly<Record<CollectionName, string>> = {
  pages: '/',
  features: '/',
  releases: '/release-notes',
  questions: '/contact-us',
  pitches: '/affiliate-pitch',
  // A letter is in no page. Its links begin at the home page.
  letters: '/',
};

function isDraft({ fields }: ParsedFile): boolean {
  return fields.draft === true;
}

function problemAt({ folder, name, contents }: ParsedFile, text: string, message: string): ContentProblem {
  return { file: `src/content/${folder}/${name}.md`, line: lineOfText(contents, text), message };
}

/** Returns the links in fields such as `href` and in Markdown, as they are written in the file. */
function linksOf({ fields, body, folder }: ParsedFile): string[] {
  const texts = folder === 'pitches' ? [] : [...textsIn(fields), body];
  return [...new Set([...hrefsIn(fields), ...texts.flatMap((text) => linksIn(markdown(text)).addresses)])];
}

function hrefsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' ? hrefOf(key, part) : hrefsIn(part),
  );
}

/** Returns the text of a field that holds a link; nothing for any other field. */
function hrefOf(name: string, text: string): string[] {
  return name === 'href' || name === 'parent' ? [text] : [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the anchors of a page. Must agree with the components of the sections. */
function anchorsOf({ fields, body }: ParsedFile, files: readonly ParsedFile[]): string[] {
  const { sections } = fillPlaceholders(schemas.pages.parse(fields), { version: '1.0' });
  return sections.flatMap((section) => sectionAnchors(section, body, files));
}

function sectionAnchors(section: Section, body: string, files: readonly ParsedFile[]): string[] {
  const names = (folder: CollectionName) =>
    files.filter((file) => file.folder === folder && !isDraft(file)).map(({ name }) => name);
  const id = 'id' in section ? section.id : undefined;
  const heading = 'heading' in section ? section.heading : undefined;
  return [
    ...(heading !== undefined && section.type !== 'opening' ? [anchorOf({ id, heading })] : [id ?? '']),
    ...(section.type === 'cards' ? section.cards.map((card) => card.id ?? '') : []),
    ...(section.type === 'features' ? [...names('features'), 'coming-soon'] : []),
    ...(section.type === 'questions' ? names('questions') : []),
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
