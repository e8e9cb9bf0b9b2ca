import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pagePath } from '../../src/build/built-pages.ts';
import { openTestBrowser } from '../browsers/open-browser.ts';

/** An address in an attribute of an element. */
export interface Target {
  readonly element: string;
  readonly url: string;
  readonly rel: string;
  readonly newTab: boolean;
}

/** Facts about a page, read from its HTML without running its scripts. */
export interface PageFacts {
  /** '/', '/buy' */
  readonly path: string;
  /** 'buy.html' */
  readonly file: string;
  readonly noindex: boolean;
  readonly lang: string;
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly image: string;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly ids: readonly string[];
  readonly targets: readonly Target[];
  readonly jsonLd: readonly string[];
  /** Texts of the inline scripts that run. */
  readonly inlineScripts: readonly string[];
  /** Addresses of scripts that load without interaction. */
  readonly scripts: readonly string[];
  /** Addresses of the scripts of islands: those of Astro, and those mounted by the script of the page. */
  readonly islandScripts: readonly string[];
  /** Elements that block the first paint: stylesheets, blocking scripts, preloaded fonts. */
  readonly blocking: readonly string[];
  /** Invalid elements: blocks in a label, empty time elements. */
  readonly invalid: readonly string[];
}

/** Reads the facts of every page of a build, sorted by file. */
export async function readPages(folder: string): Promise<PageFacts[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  const browser = await openTestBrowser();
  const tab = await browser.newPage();
  const pages: PageFacts[] = [];
  for (const file of names.map((name) => name.replaceAll(path.sep, '/')).sort()) {
    const html = await readFile(path.join(folder, file), 'utf8');
    pages.push({ path: pagePath(file), file, ...(await tab.evaluate(readFacts, html)) });
  }
  await browser.close();
  return pages;
}

/** Reads the facts of a page. Runs in a browser, so it uses only its parameter and the DOM. */
function readFacts(html: string): Omit<PageFacts, 'path' | 'file'> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  const value = (selector: string, name: string) => page.querySelector(selector)?.getAttribute(name) ?? '';
  const addressAttributes = ['href', 'src', 'action', 'poster', 'data-file', 'component-url', 'renderer-url'];
  const targets = addressAttributes.flatMap((name) =>
    all(`[${name}]`).map((element) => ({
      element: element.localName,
      url: element.getAttribute(name) ?? '',
      rel: element.getAttribute('rel') ?? '',
      newTab: element.getAttribute('target') === '_blank',
    })),
  );
  const sources = all('[srcset]').flatMap((element) =>
    (element.getAttribute('srcset') ?? '').split(',').map((source) => ({
      element: element.localName,
      url: source.trim().split(/\s+/)[0] ?? '',
      rel: '',
      newTab: false,
    })),
  );
  const images = all('meta[property="og:image"], meta[name="twitter:image"]').map((element) => ({
    element: 'meta',
    url: element.getAttribute('content') ?? '',
    rel: '',
    newTab: false,
  }));
  const runnableScripts = all('script').filter((script) =>
    ['', 'module', 'text/javascript'].includes(script.getAttribute('type') ?? ''),
  );
  // Scripts in these templates load after the first paint.
  const templates = page.querySelectorAll<HTMLTemplateElement>('template:is(#later, #own-script)');
  const deferredScripts = [...templates].flatMap(({ content }) => [...content.children]);
  return {
    noindex: value('meta[name=robots]', 'content').includes('noindex'),
    lang: page.documentElement.lang,
    title: page.title,
    description: value('meta[name=description]', 'content'),
    canonical: value('link[rel=canonical]', 'href'),
    image: value('meta[property="og:image"]', 'content'),
    headings: all('h1, h2, h3, h4, h5, h6').map((element) => ({
      level: Number(element.localName.slice(1)),
      text: element.textContent.trim(),
    })),
    ids: all('[id]').map(({ id }) => id),
    targets: [...targets, ...sources, ...images],
    jsonLd: all('script[type="application/ld+json"]').map((script) => script.textContent),
    inlineScripts: runnableScripts
      .filter((script) => !script.hasAttribute('src'))
      .map((script) => script.textContent),
    scripts: [
      ...[...runnableScripts, ...deferredScripts].map((script) => script.getAttribute('src') ?? ''),
      ...all('link[rel=modulepreload]').map((link) => link.getAttribute('href') ?? ''),
    ].filter((address) => address !== ''),
    islandScripts: [
      ...targets.filter(({ element }) => element === 'astro-island').map(({ url }) => url),
      ...all('[data-mount]').flatMap((island) => {
        const template = page.querySelector<HTMLTemplateElement>(
          `template#${island.getAttribute('data-mount') ?? ''}`,
        );
        return [...(template?.content.querySelectorAll('script') ?? [])].map(
          (script) => script.getAttribute('src') ?? '',
        );
      }),
    ],
    blocking: all(
      'link[rel~=stylesheet], head script[src]:not([async], [defer], [type=module]), link[rel=preload][as=font]',
    ).map((element) => element.outerHTML),
    invalid: all('label :is(ul, ol, div, p, h2, h3), time:empty').map((element) => element.outerHTML),
  };
}
