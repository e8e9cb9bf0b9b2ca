import { markdownToHtml } from 'satteri';

/** Markdown to HTML, with typographer's quotes and dashes, for text whose placeholders are filled. */
export const markdown = (text: string): string =>
  markdownToHtml(text, { features: { gfm: true, smartPunctuation: true } }).html.trim();

/** What Markdown can say and the site's own rules do not let a browser show, and what to write instead. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/<t[hd] style=/, 'aligns a column of a table. Leave the colons out of the line below its head'],
  [/<[a-z][^>]* (style|on[a-z]+)=/i, 'has HTML with a style or an action of its own. Leave it out'],
  [/<(script|style|iframe|object|embed|form)\b/i, 'has HTML that is no text. Leave it out'],
  [
    /<img[^>]* src="(?!\/[^/])/,
    'shows a picture from elsewhere. Put it into public, and write its path, such as /picture.png',
  ],
  [
    /<a[^>]* href="(?!\/(?!\/)|#|https?:|mailto:)/,
    'has a link that leads nowhere. Write a path such as /buy, an anchor such as #apply, or a whole https:// or mailto: address',
  ],
];

/** What is wrong with Markdown, for whoever wrote it; undefined where nothing is. */
export const markdownComplaint = (text: string): string | undefined => {
  const html = markdown(text);
  return refused.find(([pattern]) => pattern.test(html))?.[1];
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
