import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { type HeaderRule, parseHeadersFile } from './headers.ts';

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  readonly force: boolean;
}

/** The rules that the platform applies around the site. */
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

/** Reads and checks netlify.toml, and before its rules for headers those of `_headers` in the published folder. */
export function readConfiguration(file: string, published?: string): Configuration {
  const { redirects, headers } = shape.parse(parse(readFileSync(file, 'utf8')));
  return { redirects, headers: [...(published ? publishedHeaders(published) : []), ...headers] };
}

function publishedHeaders(folder: string): HeaderRule[] {
  const file = path.join(folder, '_headers');
  return existsSync(file) ? parseHeadersFile(readFileSync(file, 'utf8')) : [];
}

/** `/a/*` and `/a/:id` against a path: the captured values by name (`splat` for the star), or null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const source = pattern
    .split('/')
    .map((part) =>
      part === '*'
        ? '(?<splat>.*)'
        : part.startsWith(':')
          ? `(?<${part.slice(1)}>[^/]+)`
          : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/')
    .replace(/\/\(\?<splat>\.\*\)$/, '(?:/(?<splat>.*))?');
  const match = new RegExp(`^${source}/?$`).exec(path);
  return match ? { ...match.groups } : null;
}

/** The rule for a path with its target filled in, or null. */
export function redirectFor({ redirects }: Configuration, path: string): Redirect | null {
  for (const rule of redirects) {
    const values = matchPath(rule.from, path);
    if (values)
      return { ...rule, to: rule.to.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole) };
  }
  return null;
}
