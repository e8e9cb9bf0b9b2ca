/** Where an element points. */
export interface Target {
  readonly element: string;
  readonly url: string;
  readonly rel: string;
  readonly newTab: boolean;
}

/** What the tests want to know about a page, read from its HTML without running it. */
export interface PageFacts {
  /** As it is asked for: '/', '/buy'. */
  readonly path: string;
  /** From the build's folder: 'buy.html'. */
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
  readonly data: readonly string[];
  /** The text of the scripts that stand in the page and run. */
  readonly inlineScripts: readonly string[];
  /** The addresses of scripts that the page itself asks for, at once or once it has been painted. */
  readonly scripts: readonly string[];
  /** The addresses of scripts that the page's islands ask for: Astro's, and those that the page's script mounts. */
  readonly islandScripts: readonly string[];
  /** What a head must not have: stylesheets, scripts that the parser waits for, preloaded fonts. */
  readonly blocking: readonly string[];
  /** Elements that HTML does not allow where they are: blocks in a label, and a time that says nothing. */
  readonly invalid: readonly string[];
}

/** Runs in a browser, so it uses nothing but its parameter and the DOM. */
export const readFacts = (html: string): Omit<PageFacts, 'path' | 'file'> => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  const value = (selector: string, name: string) => page.querySelector(selector)?.getAttribute(name) ?? '';
  const addresses = ['href', 'src', 'action', 'poster', 'data-file', 'component-url', 'renderer-url'];
  const targets = addresses.flatMap((name) =>
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
  const runs = all('script').filter((script) =>
    ['', 'module', 'text/javascript'].includes(script.getAttribute('type') ?? ''),
  );
  // Scripts that run unasked stand where the browser leaves them alone until the page has been painted.
  const templates = page.querySelectorAll<HTMLTemplateElement>('template:is(#later, #demo-script)');
  const later = [...templates].flatMap(({ content }) => [...content.children]);
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
    data: all('script[type="application/ld+json"]').map((script) => script.textContent),
    inlineScripts: runs.filter((script) => !script.hasAttribute('src')).map((script) => script.textContent),
    scripts: [
      ...[...runs, ...later].map((script) => script.getAttribute('src') ?? ''),
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
};
