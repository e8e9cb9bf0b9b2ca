import { markdownToHtml, markdownToMdast } from 'satteri';

/** Options of satteri. The fields of a file are already removed, so lines of hyphens are text. */
const features = { gfm: true, smartPunctuation: true, frontmatter: false } as const;

/** Renders Markdown to HTML, with typographic quotes and dashes. Fill the placeholders of the text first. */
export function markdown(text: string): string {
  return markdownToHtml(text, { features }).html.trim();
}

/** Renders Markdown of one paragraph to HTML without the `<p>`. The schemas reject any other text. */
export function inlineMarkdown(text: string): string {
  const html = paragraphContent(text);
  if (html === undefined) throw new Error(`This must be one paragraph: ${text}`);
  return html;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text of one-paragraph Markdown without markup. */
export function plainText(text: string): string {
  return inlineMarkdown(text)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
}

/** Returns true for Markdown of one paragraph. `1. January` is a list. */
export function isOneParagraph(text: string): boolean {
  return paragraphContent(text) !== undefined;
}

function paragraphContent(text: string): string | undefined {
  return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(markdown(text))?.[1];
}

/** Returns a message for marketers about the first problem of a Markdown text, or undefined. */
export function markdownProblem(text: string): string | undefined {
  if (!hasOnlyAllowedHtml(markdownToMdast(text, { features })))
    return 'has HTML other than <br> and pairs such as <kbd>Esc</kbd> of em, strong, kbd, sub and sup. Write it in Markdown, or leave it out';
  const html = markdown(text);
  return unsupportedHtml.find(([pattern]) => pattern.test(html))?.[1] ?? skippedRankProblem(html);
}

/** A node of the syntax tree. Its HTML is written as in the text. */
interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
}

const lineBreak = /<br ?\/?>/gi;
const allowedPair = /<(em|strong|kbd|sub|sup)>[^<]*<\/\1>/gi;

/** Allows a few tags without attributes. Each tag must be closed in the node that opens it. */
function hasOnlyAllowedHtml({ children = [] }: MarkdownNode): boolean {
  const html = children.map(({ type, value = '' }) =>
    type === 'html' ? value.replaceAll(lineBreak, '') : '',
  );
  return isAllowedHtml(html.join('\n')) && children.every(hasOnlyAllowedHtml);
}

function isAllowedHtml(html: string): boolean {
  // Removing the inner pairs reveals the pairs around them.
  const withoutPairs = html.replaceAll(allowedPair, '');
  return withoutPairs === html ? !html.includes('<') : isAllowedHtml(withoutPairs);
}

/** The beginnings of a link, for a regular expression. */
export const linkStart = String.raw`\/(?!\/)|#|https:\/\/|mailto:`;
/** The description of `linkStart` for marketers. */
export const linkForms =
  'a path such as /buy, an anchor such as #apply, or a whole https:// or mailto: address';

/** HTML that Markdown can produce but pages do not support, each with advice to a marketer. */
const unsupportedHtml: readonly (readonly [RegExp, string])[] = [
  [/<h1>/, 'has a heading of the first rank, which is that of the page. Begin it with ##'],
  [/<t[hd] style=/, 'aligns a column of a table. Leave the colons out of the line below its head'],
  [
    /<img[^>]* src="(?!\/[^/])/,
    'shows a picture from elsewhere. Put it into public, and write its path, such as /picture.png',
  ],
  [
    /<img[^>]* alt="\s*"/,
    'shows a picture without words. Describe it between the square brackets, for people who can’t see it',
  ],
  [/<a [^>]*>\s*<\/a>/, 'has a link without words. Write them between the square brackets'],
  [new RegExp(`<a[^>]* href="(?!${linkStart})`), `has a link that leads nowhere. Write ${linkForms}`],
];

/** Rank of the heading above most texts, which is the heading of the section or the card. */
const rankAbove = 2;

function skippedRankProblem(html: string): string | undefined {
  const ranks = [rankAbove, ...[...html.matchAll(/<h([1-6])>/g)].map(([, rank]) => Number(rank))];
  const rankBeforeSkip = ranks.find((rank, index) => (ranks[index + 1] ?? 0) > rank + 1);
  return rankBeforeSkip === undefined
    ? undefined
    : `has a heading that skips a rank. Begin it with ${'#'.repeat(rankBeforeSkip + 1)}`;
}
