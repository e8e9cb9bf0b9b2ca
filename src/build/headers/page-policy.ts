import { hashSource, policyText, type Directives } from '../../shared/security-headers.ts';

/** Ends every policy, of a page and of everything else: what falls back to no `default-src`. */
const always: Directives = {
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** The policy of an address that is no page: a part of every page's, so that both together are the page's. */
export const basePolicy: Directives = { 'object-src': ["'none'"], ...always };

/** What a page may load without anybody's word: files of the site. */
const strict: Directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  ...always,
};

/** Nothing of the site makes markup or scripts of text, so no text is taken for one. */
const trustedTypes: Directives = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/** Scripts that stand in the page and are run or obeyed; data such as JSON-LD is neither. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

const hashesOf = async (html: string, element: RegExp): Promise<string[]> => {
  const texts = [...html.matchAll(element)].map(([, text = '']) => text);
  return Promise.all([...new Set(texts)].map(hashSource));
};

const withSources = (policy: Directives, added: Directives): Directives => {
  const all: Record<string, readonly string[]> = { ...policy };
  for (const [directive, sources] of Object.entries(added))
    all[directive] = [...new Set([...(all[directive] ?? []), ...sources])];
  return all;
};

/** A hash would take 'unsafe-inline' its effect. */
const withStyleHashes = (policy: Directives, hashes: readonly string[]): Directives =>
  policy['style-src']?.includes("'unsafe-inline'") ? policy : withSources(policy, { 'style-src': hashes });

export interface PolicyParts {
  /** What is added to the strict policy. */
  readonly sources: readonly Directives[];
  /** Whether scripts of others run on the page. */
  readonly foreignScripts: boolean;
}

/** The policy of a built page: its own inline scripts and styles by their hashes, and what its parts need. */
export const pagePolicy = async (
  html: string,
  { sources, foreignScripts }: PolicyParts,
): Promise<Directives> => {
  const allowed = sources.reduce(withSources, strict);
  const hashed = withSources(allowed, { 'script-src': await hashesOf(html, inlineScript) });
  const styled = withStyleHashes(hashed, await hashesOf(html, inlineStyle));
  return foreignScripts ? styled : { ...styled, ...trustedTypes };
};

/** The page with its policy in its head, for one that is served at any address; a header alone keeps frames away. */
export const withPolicyInside = (html: string, policy: Directives): string => {
  const { 'frame-ancestors': _, ...inside } = policy;
  const element = `<meta http-equiv="Content-Security-Policy" content="${policyText(inside)}">`;
  const marked = html.replace(/<meta charset="?utf-8"?\s*\/?>/i, (charset) => charset + element);
  if (marked === html) throw new Error('The page has no place for its policy.');
  return marked;
};
