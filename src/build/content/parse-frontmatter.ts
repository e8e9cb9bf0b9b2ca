import { createRequire } from 'node:module';

interface ContentFile {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/** Finds what Astro brings along, wherever it is installed. */
const fromAstro = createRequire(createRequire(import.meta.url).resolve('astro/package.json'));

const astroHelpers = fromAstro('@astrojs/internal-helpers/frontmatter') as {
  readonly parseFrontmatter: (text: string) => ContentFile;
};

/** Returns a content file's fields and the text below them, as Astro itself reads them. */
export function parseFrontmatter(text: string): ContentFile {
  return astroHelpers.parseFrontmatter(text);
}
