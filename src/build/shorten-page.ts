/** Matches Astro's attribute of a component with scoped styles. */
const scope = /data-astro-cid-\w+/g;
const styleElement = /<style>[\s\S]*?<\/style>/g;

/**
 * Shortens Astro's scope attributes, which stand on most elements: `data-astro-cid-anyl7sem` becomes `data-s0`. They are numbered
 * in the order of the elements.
 */
export function shortenScopes(html: string): string {
  const scopes = [...new Set(html.replaceAll(styleElement, '').match(scope))];
  return html.replaceAll(scope, (name) =>
    scopes.includes(name) ? `data-s${String(scopes.indexOf(name))}` : name,
  );
}

/** Matches a short scope in a selector, with the names before it: `h2.wide[data-s0]`. */
const scopedSelector = /([\w-]*)((?:[.#:[][\w-][^\s.#:[\]()>+~,{}]*\]?)*)\[(data-s\d+)\]/g;
/** Matches the start tag of an element. */
const startTag = /<([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/g;

/**
 * Removes a short scope from each element that no selector of `css` can match. `later` has the classes that scripts may add.
 */
export function removeIdleScopes(html: string, css: string, later: ReadonlySet<string>): string {
  const selectors = [...css.matchAll(scopedSelector)].map(([, tag = '', rest = '', name = '']) => ({
    tag,
    classes: [...rest.matchAll(/\.([\w-]+)/g)].map(([, one = '']) => one),
    name,
  }));
  return html.replaceAll(startTag, (whole: string, tag: string, attributes: string) => {
    const [, list = ''] = /\sclass="([^"]*)"/.exec(attributes) ?? [];
    const own = new Set(list.split(/\s+/));
    const isNeeded = (name: string) =>
      selectors.some(
        (selector) =>
          selector.name === name &&
          (selector.tag === '' || selector.tag === tag) &&
          selector.classes.every((one) => own.has(one) || later.has(one)),
      );
    return whole.replaceAll(/ (data-s\d+)(?=[\s>])/g, (text: string, name: string) =>
      isNeeded(name) ? text : '',
    );
  });
}

/** Shortens a page's styles: writes colors as `#f7f3ea`, and removes blocks that became empty. */
export function shortenCss(css: string): string {
  return css.replaceAll(oklchColor, shortenColor).replaceAll(/@(?:media|container)[^{}]*\{\}/g, '');
}

/** Matches a color as the minifier writes it, such as `oklch(96.6% .013 88)` and `oklch(30% .04 80/.06)`. */
const oklchColor = /oklch\(([\d.]+)% ([\d.]+) ([\d.]+)(?:\/([\d.]+))?\)/g;

function shortenColor(_: string, lightness: string, chroma: string, hue: string, alpha?: string): string {
  const channels = toRgb([Number(lightness) / 100, Number(chroma), Number(hue)]);
  const bytes = [...channels, ...(alpha ? [Number(alpha)] : [])].map((channel) => Math.round(channel * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Converts OKLCH to sRGB, with channels from 0 to 1. */
export function toRgb(color: Oklch): readonly number[] {
  return toLinearRgb(color).map((channel) =>
    channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055,
  );
}

/** Converts OKLCH to linear-light sRGB, clipped to the sRGB gamut (Ottosson 2020). */
export function toLinearRgb([lightness, chroma, hue]: Oklch): readonly number[] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
}
