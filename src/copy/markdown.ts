import { markdownToHtml } from 'satteri';

/** Markdown to HTML, with typographer's quotes and dashes, for text whose placeholders are filled. */
export const markdown = (text: string): string =>
  markdownToHtml(text, { features: { gfm: true, smartPunctuation: true } }).html.trim();

/** Markdown of one paragraph to HTML without the paragraph around it, for headings, terms and labels. */
export const inlineMarkdown = (text: string): string =>
  markdown(text).replace(/^<p>([\s\S]*)<\/p>$/, (whole, inner: string) =>
    inner.includes('<p>') ? whole : inner,
  );
