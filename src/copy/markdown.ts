import { markdownToHtml } from 'satteri';

/** Markdown to HTML, with typographer's quotes and dashes, for text whose placeholders are filled. */
export const markdown = (text: string): string =>
  markdownToHtml(text, { features: { gfm: true, smartPunctuation: true } }).html.trim();

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
