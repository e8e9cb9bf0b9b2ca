import { site } from '../../../../shared/site.ts';
import type { Block } from './mail-content.ts';
import type { MailLinks } from './template.ts';

/** The address of the site in a text as the build rendered it. A longer host follows no such address. */
const builtAddress = new RegExp(`${site.url.replaceAll('.', String.raw`\.`)}(?![\\w:-]|\\.\\w)`, 'g');

/** A block with Markdown that the build rendered. Its addresses become those of the site that sends it, such as a deploy preview. */
export function renderedMarkdown(
  { html, text }: { readonly html: string; readonly text: string },
  links: MailLinks,
): Block {
  const toThisSite = (rendered: string) => rendered.replaceAll(builtAddress, () => links.page(''));
  return { kind: 'markdown', html: toThisSite(html), text: toThisSite(text) };
}
