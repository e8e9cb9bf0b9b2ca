import { parseSync } from 'vite';
import type { UsedNames } from './can-match.ts';
import { decodeEntities } from './decode-entities.ts';
import { wordsOf } from './words.ts';

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined) ?? '');

const attribute = (name: string): RegExp => new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'gi');

/** Scripts that run; data blocks such as JSON-LD carry a type of their own. */
const scripts =
  /<script(?![^>]*\stype=["']?(?:application\/ld\+json|speculationrules))[^>]*>([\s\S]*?)<\/script>/gi;

/** What nearly every element of a syntax tree is: a node, a list of them, or a plain value. */
const textsIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && 'value' in node) {
    const { type, value } = node;
    if (type === 'Literal' && typeof value === 'string') return [value];
    if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value)
      return [String(value.cooked)];
  }
  return Object.values(node).flatMap(textsIn);
};

const known = new Map<string, readonly string[]>();

/** All text that a script can make a name of: what stands between its quotes. Throws for one that is no script. */
const literalsOf = (code: string): readonly string[] => {
  const found = known.get(code);
  if (found) return found;
  const { program, errors } = parseSync('script.js', code);
  if (errors[0]) throw new Error(`A script that cannot be read: ${errors[0].message}`);
  const texts = textsIn(program);
  known.set(code, texts);
  return texts;
};

/** Elements that a browser adds to what a page or a script says. */
const implied = ['html', 'head', 'body', 'tbody', 'colgroup'];

/**
 * What a page may use of a stylesheet: the elements, classes and scopes in its HTML, whatever its style attributes name,
 * custom properties anywhere in it, and every word of a text in its scripts, `loaded` (their files' code) and what islands
 * are given included. A script's text that ends in a hyphen, as in `state-${name}`, stands for all that begins so.
 */
export const namesOf = (html: string, loaded: readonly string[]): UsedNames => {
  const given = matches(html, /(<astro-island\b[^>]*>)/gi).map(decodeEntities);
  const texts = [...given, ...[...matches(html, scripts), ...loaded].flatMap(literalsOf)];
  const elements = matches(html, /<([a-z][\w-]*)/gi).map((name) => name.toLowerCase());
  const classes = matches(html, attribute('class')).flatMap((value) => decodeEntities(value).split(/\s+/));
  const styles = matches(html, attribute('style')).flatMap((value) => [...wordsOf(value)]);
  const others = html.match(/data-astro-cid-[\w-]+|(?<![\w-])--[\w-]+/g) ?? [];
  const spoken = texts.flatMap((text) => [...wordsOf(text)]);
  const names = new Set([...implied, ...elements, ...classes, ...styles, ...others, ...spoken]);
  const beginnings = [...new Set(texts.flatMap((text) => /[a-z][\w-]*-$/i.exec(text) ?? []))];
  const isWord = (name: string) => /^[\w-]+$/.test(name);
  return {
    has: (name) =>
      names.has(name) ||
      // Scopes are written by the build alone; a script's `data-` does not stand for one.
      (!name.startsWith('data-') && beginnings.some((beginning) => name.startsWith(beginning))) ||
      (!isWord(name) && texts.some((text) => text.includes(name))),
  };
};
