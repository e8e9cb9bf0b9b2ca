import type { AstroIntegration } from 'astro';
import { PurgeCSS } from 'purgecss';
import { chunkReader, rewritePages } from './built-pages.ts';

/** Chunk groups (chunk-groups.ts) that give no element a class. */
const withoutClasses = ['libraries', 'firebase', 'forms', 'user-calls', 'dates'];
/** The script for signing out, which renders nothing. */
const signOutTemplate = /<template id="sign-out">[\s\S]*?<\/template>/;

const styleElement = /<style>([\s\S]*?)<\/style>/g;

/**
 * Removes unused CSS from every page after a build. One route renders all kinds of sections, so Astro gives each page the
 * styles of all of them. A rule stays if the HTML of the page or its chunks contain its names.
 */
export function unusedCss(): AstroIntegration {
  return {
    name: 'unused-css',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const readChunks = chunkReader(dir, withoutClasses);
        let savedLength = 0;
        await rewritePages(dir, async (html) => {
          const sheets = [...html.matchAll(styleElement)].map(([, css]) => css);
          const text = [
            withoutTexts(html.replace(styleElement, '')),
            ...(await readChunks(html.replace(signOutTemplate, ''))),
          ].join('\n');
          const css = await purgeCss(sheets.join('\n'), text);
          let isFirst = true;
          const purgedHtml = html.replace(styleElement, () => {
            const element = isFirst ? `<style>${css}</style>` : '';
            isFirst = false;
            return element;
          });
          savedLength += html.length - purgedHtml.length;
          return purgedHtml;
        });
        logger.info(`removed ${String(Math.round(savedLength / 1000))} kB from the pages`);
      },
    },
  };
}

/** Returns HTML with its tags and scripts alone. A word of a text, such as `statement`, is no class. */
function withoutTexts(html: string): string {
  return html.replace(
    /(<script\b[\s\S]*?<\/script>)|>[^<]+/g,
    (_, script: string | undefined) => script ?? '>',
  );
}

/** Keeps states and attributes, which scripts set. Astro's scope attributes are in the HTML, so unused ones can go. */
const safelist = ['&', /^:/, /^(data|aria)-(?!astro-cid)/];

/** Returns the rules of `css` whose names are among the words of `text`. */
async function purgeCss(css: string, text: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: text, extension: 'html' }],
    css: [{ raw: css }],
    // With and without a colon, for selectors such as [href^='mailto:'].
    defaultExtractor: (content) => [
      ...(content.match(/[\w-]+/g) ?? []),
      ...(content.match(/[\w-]+:/g) ?? []),
    ],
    safelist,
    keyframes: true,
    variables: true,
  });
  return result?.css ?? '';
}
