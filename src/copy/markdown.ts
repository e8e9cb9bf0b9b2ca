import { markdownToHtml, markdownToMdast } from 'satteri';

/** What stands between lines of hyphens is text: a file's fields have been taken out before. */
const features = { gfm: true, smartPunctuation: true, frontmatter: false } as const;

/** Markdown to HTML, with typographer's quotes and dashes, for text whose placeholders are filled. */
export const markdown = (text: string): string => markdownToHtml(text, { features }).html.trim();

/** A part of a text as Markdown is read: HTML stands in it as it was written. */
interface Part {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Part[];
}

/** The HTML that may be written in Markdown: no tag with attributes, and none that is more than text. */
const lineBreak = /<br ?\/?>/gi;
const pair = /<(em|strong|kbd|sub|sup)>[^<]*<\/\1>/gi;

const isPlain = (html: string): boolean => {
  const rest = html.replaceAll(pair, '');
  return rest === html ? !html.includes('<') : isPlain(rest);
};

/** Whether there is no other HTML in a part, and each tag has its end where it began. */
const hasPlainHtml = ({ children = [] }: Part): boolean =>
  isPlain(
    children
      .map(({ type, value = '' }) => (type === 'html' ? value.replaceAll(lineBreak, '') : ''))
      .join('\n'),
  ) && children.every(hasPlainHtml);

const otherHtml =
  'has HTML other than <br> and pairs such as <kbd>Esc</kbd> of em, strong, kbd, sub and sup. Write it in Markdown, or leave it out';

/** What Markdown without other HTML can say and a page cannot show, and what to write instead. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/<h1>/, 'has a heading of the first rank, which is that of the page. Begin it with ##'],
  [/<t[hd] style=/, 'aligns a column of a table. Leave the colons out of the line below its head'],
  [
    /<img[^>]* src="(?!\/[^/])/,
    'shows a picture from elsewhere. Put it into public, and write its path, such as /picture.png',
  ],
  [
    /<img[^>]* alt="\s*"/,
    'shows a picture without words. Say between the square brackets what whoever cannot see it should know',
  ],
  [/<a [^>]*>\s*<\/a>/, 'has a link without words. Write them between the square brackets'],
  [
    /<a[^>]* href="(?!\/(?!\/)|#|https:|mailto:)/,
    'has a link that leads nowhere. Write a path such as /buy, an anchor such as #apply, or a whole https:// or mailto: address',
  ],
];

/** What a text stands below in most places: the heading of its section, or of its card. */
const rankAbove = 2;

/** What is wrong with the first heading that is more than one rank below the one before it. */
const skippedRank = (html: string): string | undefined => {
  const ranks = [rankAbove, ...[...html.matchAll(/<h([1-6])>/g)].map(([, rank]) => Number(rank))];
  const above = ranks.find((rank, place) => (ranks[place + 1] ?? 0) > rank + 1);
  return above === undefined
    ? undefined
    : `has a heading that skips a rank. Begin it with ${'#'.repeat(above + 1)}`;
};

/** What is wrong with Markdown, for whoever wrote it; undefined where nothing is. */
export const markdownComplaint = (text: string): string | undefined => {
  if (!hasPlainHtml(markdownToMdast(text, { features }))) return otherHtml;
  const html = markdown(text);
  return refused.find(([pattern]) => pattern.test(html))?.[1] ?? skippedRank(html);
};

/** The inside of Markdown that is one paragraph, or undefined for anything else. */
const paragraphOf = (text: string): string | undefined =>
  /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(markdown(text))?.[1];

/** Whether Markdown is one paragraph: `1. January` would begin a list. */
export const isOneParagraph = (text: string): boolean => paragraphOf(text) !== undefined;

/** Markdown of one paragraph to HTML without the paragraph around it; the schemas let nothing else come here. */
export const inlineMarkdown = (text: string): string => {
  const html = paragraphOf(text);
  if (html === undefined) throw new Error(`This must be one paragraph: ${text}`);
  return html;
};

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** What Markdown of one paragraph says, where no markup is read. */
export const plainText = (text: string): string =>
  inlineMarkdown(text)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => marks[name] ?? '');
