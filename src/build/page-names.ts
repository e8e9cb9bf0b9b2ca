import type { UsedNames } from './can-match.ts';
import { wordsOf } from './words.ts';

const decode = (value: string): string =>
  value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined) ?? '');

const attribute = (name: string): RegExp => new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'gi');

/** Scripts that run; data blocks such as JSON-LD carry a type of their own. */
const scripts =
  /<script(?![^>]*\stype=["']?(?:application\/ld\+json|speculationrules))[^>]*>([\s\S]*?)<\/script>/gi;

/** The text of a page's own scripts and of what its islands are given. */
const scriptText = (html: string): string =>
  [...matches(html, scripts), ...matches(html, /(<astro-island\b[^>]*>)/gi)].map(decode).join('\n');

/**
 * What a page may use of a stylesheet: the classes and scopes in its HTML, whatever its style attributes
 * name, custom properties anywhere in it, and every word of its scripts, `loaded` (their files' text)
 * included. A script's text that ends in a hyphen, as in `state-${name}`, stands for all that begins so.
 */
export const namesOf = (html: string, loaded: readonly string[]): UsedNames => {
  const code = [scriptText(html), ...loaded].join('\n');
  const classes = matches(html, attribute('class')).flatMap((value) => decode(value).split(/\s+/));
  const styles = matches(html, attribute('style')).flatMap((value) => [...wordsOf(value)]);
  const others = html.match(/data-astro-cid-[\w-]+|(?<![\w-])--[\w-]+/g) ?? [];
  const names = new Set([...classes, ...styles, ...others, ...wordsOf(code)]);
  const beginnings = [...new Set(code.match(/[a-z][\w-]*-(?=["'`]|\$\{)/gi) ?? [])];
  const isWord = (name: string) => /^[\w-]+$/.test(name);
  return {
    has: (name) =>
      names.has(name) ||
      // Scopes are written by the build alone; a script's `data-` does not stand for one.
      (!name.startsWith('data-') && beginnings.some((beginning) => name.startsWith(beginning))) ||
      (!isWord(name) && code.includes(name)),
  };
};
