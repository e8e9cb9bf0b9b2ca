/** What a page says, as one line; scripts, styles and what only the head says left out. */
export const textOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<br>|<\/(p|li|dd|dt|h\d|td|th|a|button|summary|div)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#39;|’/g, "'")
    .replaceAll(/\s+/g, ' ');

/** The page's own part, without the bar and the footer. */
export const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

const unseen = /<span class="visually-hidden"[^>]*>[^<]*<\/span>/g;

/** The addresses of the links, in a part of a page, that visibly say exactly this. */
export const linksSaying = (html: string, label: string): string[] =>
  [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)]
    .filter(([, , inner = '']) => textOf(`<body>${inner.replaceAll(unseen, '')}`).trim() === label)
    .map(([, attributes = '']) => /href="([^"]*)"/.exec(attributes)?.[1] ?? '');
