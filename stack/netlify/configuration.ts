import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  readonly force: boolean;
}

/** A rule for headers, from `_headers` or netlify.toml. */
export interface HeaderRule {
  readonly for: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Netlify's rules for redirects and headers. */
export interface Configuration {
  readonly redirects: readonly Redirect[];
  readonly headers: readonly HeaderRule[];
}

const shape = z.object({
  redirects: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        status: z.number().default(301),
        force: z.boolean().default(false),
      }),
    )
    .default([]),
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })).default([]),
});

/** Reads netlify.toml, and `_headers` in the published folder. The rules of `_headers` come first. */
export function readConfiguration(file: string, published?: string): Configuration {
  const { redirects, headers } = shape.parse(parse(readFileSync(file, 'utf8')));
  return { redirects, headers: [...(published ? publishedHeaders(published) : []), ...headers] };
}

function publishedHeaders(folder: string): HeaderRule[] {
  const file = path.join(folder, '_headers');
  return existsSync(file) ? parseHeadersFile(readFileSync(file, 'utf8')) : [];
}

/** Matches a path against `/a/*` or `/a/:id`. Returns the captured values by name (`splat` for the star), or null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const source = pattern
    .split('/')
    .map(capturePattern)
    .join('/')
    // A star at the end also matches the path without its last slash.
    .replace(/\/\(\?<splat>\.\*\)$/, '(?:/(?<splat>.*))?');
  const match = new RegExp(`^${source}/?$`).exec(path);
  return match ? { ...match.groups } : null;
}

function capturePattern(part: string): string {
  if (part === '*') return '(?<splat>.*)';
  if (part.startsWith(':')) return `(?<${part.slice(1)}>[^/]+)`;
  return escapeRegExp(part);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns the redirect of a path with the captured values in its target, or null. */
export function findRedirect({ redirects }: Configuration, path: string): Redirect | null {
  for (const rule of redirects) {
    const values = matchPath(rule.from, path);
    if (values)
      return { ...rule, to: rule.to.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole) };
  }
  return null;
}

/** Parses a `_headers` file: a path, and its headers below it. A header that is listed twice has both values. */
export function parseHeadersFile(text: string): HeaderRule[] {
  const rules: { for: string; values: Record<string, string> }[] = [];
  for (const line of text.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      rules.push({ for: line, values: {} });
      continue;
    }
    const values = rules.at(-1)?.values;
    const [, name = '', value = ''] = /^([^:]+?)\s*:\s*(.+)$/.exec(line) ?? [];
    if (!values || !name) throw new Error(`_headers: "${line}" is neither a path nor a header.`);
    values[name] = values[name] === undefined ? value : `${values[name]}, ${value}`;
  }
  return rules;
}

/**
 * Returns the headers of a static path. Every matching rule counts, and the last value of a header wins. Netlify's CLI does the
 * same (netlify/build packages/headers-parser/src, netlify/cli src/utils/headers.ts). Answers of functions do not get these
 * headers.
 */
export function matchHeaders(rules: readonly HeaderRule[], path: string): Record<string, string> {
  return Object.fromEntries(
    rules.filter((rule) => matchesHeaderRule(rule.for, path)).flatMap(({ values }) => Object.entries(values)),
  );
}

/** The expressions of the patterns. Each request is matched against every rule. */
const headerExpressions = new Map<string, RegExp>();

function matchesHeaderRule(pattern: string, path: string): boolean {
  const expression = headerExpressions.get(pattern) ?? headerExpression(pattern);
  headerExpressions.set(pattern, expression);
  return expression.test(path);
}

function headerExpression(pattern: string): RegExp {
  const source = pattern.split('/').filter(Boolean).map(headerPattern).join('/');
  return new RegExp(`^/${source}/?$`, 'iu');
}

function headerPattern(part: string): string {
  if (part.startsWith(':')) return '[^/]+';
  // After the join with slashes this is `/?.*`: a star may match nothing, and the slash before it is optional.
  if (part === '*') return '?.*';
  return part.split('*').map(escapeRegExp).join('.*');
}
