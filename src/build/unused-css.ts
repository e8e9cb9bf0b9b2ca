import type { AstroIntegration } from 'astro';
import { PurgeCSS } from 'purgecss';
import { rewritePages } from './built-pages.ts';
import { type CssWords, joinWords, wordsOfHtml } from './css-words.ts';
import { createScriptWords } from './script-words.ts';
import { removeIdleScopes, shortenCss, shortenScopes } from './shorten-page.ts';

const styleElement = /<style>([\s\S]*?)<\/style>/g;

/**
 * Removes unused CSS from every page after a build. One route renders all kinds of sections, so Astro gives each page the
 * styles of all of them. A rule stays if the page or the modules of its scripts have the names of its selector.
 */
export function unusedCss(): AstroIntegration {
  const { plugin, wordsOfScripts } = createScriptWords();
  return {
    name: 'unused-css',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': async ({ dir, logger }) => {
        const savedLength = await purgePages(dir, wordsOfScripts);
        logger.info(`removed ${String(Math.round(savedLength / 1000))} kB from the pages`);
      },
    },
  };
}

/**
 * Removes unused CSS from the pages in `dir`, leaves one style element, and shortens scopes and colors. Returns the number of
 * removed characters.
 */
export async function purgePages(dir: URL, wordsOfScripts: (html: string) => CssWords): Promise<number> {
  let savedLength = 0;
  await rewritePages(dir, async (html) => {
    const whole = shortenScopes(html);
    const wholeCss = [...whole.matchAll(styleElement)].map(([, css]) => css).join('\n');
    const laterWords = wordsOfScripts(html);
    const css = shortenCss(await purgeCss(wholeCss, joinWords([wordsOfHtml(whole), laterWords])));
    let isFirst = true;
    const purgedHtml = removeIdleScopes(whole, wholeCss, laterWords.strings).replace(styleElement, () => {
      const element = isFirst ? `<style>${css}</style>` : '';
      isFirst = false;
      return element;
    });
    savedLength += html.length - purgedHtml.length;
    return purgedHtml;
  });
  return savedLength;
}

/** Removes selectors such as `body:has(.statement)` whose inner class is unknown. PurgeCSS does not look into `:has()`. */
function withoutUnknownParents(css: string, { classes, strings }: CssWords): string {
  const isKnown = (selector: string) =>
    [...selector.matchAll(/(?<!:not\():has\(\.([\w-]+)\)/g)].every(
      ([, name = '']) => classes.has(name) || strings.has(name),
    );
  return css.replaceAll(/(?<=^|[{}])[^{}@]*:has\([^{}]*\{[^{}]*\}/g, (rule) => {
    const [selectors = '', declarations = ''] = rule.split('{');
    const known = selectors.split(/,(?![^(]*\))/).filter(isKnown);
    return known.length === 0 ? '' : `${known.join()}{${declarations}`;
  });
}

/** Keeps states and attributes, which scripts set. Astro's scope attributes are in the HTML, so unused ones can go. */
const safelist = ['&', /^:/, /^(data|aria)-(?!astro-cid|s\d)/];

/** Returns the rules of `css` whose names are among the words. */
async function purgeCss(css: string, words: CssWords): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: ' ', extension: 'html' }],
    css: [{ raw: withoutUnknownParents(css, words) }],
    defaultExtractor: () => ({
      tags: [...words.tags],
      classes: [...words.classes],
      ids: [...words.ids],
      attributes: { names: [...words.attributeNames], values: [...words.attributeValues] },
      undetermined: [...words.strings],
    }),
    safelist,
    keyframes: true,
    variables: true,
  });
  return result?.css ?? '';
}
