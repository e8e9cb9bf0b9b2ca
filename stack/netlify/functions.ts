import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { matchPath } from './configuration.ts';

/** A function of Netlify: its handler and its exported `config`. */
export interface SiteFunction {
  readonly name: string;
  readonly handle: (request: Request, context: object) => Promise<Response>;
  readonly config: z.infer<typeof moduleShape>['config'];
}

const list = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const moduleShape = z.object({
  default: z.custom<(request: Request, context: object) => Promise<Response>>(
    (value) => typeof value === 'function',
  ),
  config: z.object({
    /** A scheduled function has no path, so nobody can call it. */
    path: list.default([]),
    schedule: z.string().optional(),
    excludedPath: list.optional(),
    method: list.optional(),
    rateLimit: z.object({ windowSize: z.number(), windowLimit: z.number() }).optional(),
  }),
});

/** Loads the functions of a folder. `load` imports a file: a bundle, or a source through Vite. */
export async function loadFunctions(
  folder: string,
  load: (file: string) => Promise<unknown>,
): Promise<SiteFunction[]> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name: file }) =>
      loadFunction(path.parse(file).name, await load(path.join(folder, file))),
    ),
  );
}

/** Returns the function of an imported file. Throws if the file exports no handler or a wrong `config`. */
export function loadFunction(name: string, imported: unknown): SiteFunction {
  const loaded = moduleShape.safeParse(imported);
  if (!loaded.success) throw new Error(`netlify/functions/${name}: ${z.prettifyError(loaded.error)}`);
  return { name, handle: loaded.data.default, config: loaded.data.config };
}

/** Returns the function of a request, or null. Throws if two functions match, since Netlify guarantees no order. */
export function findFunction(
  functions: readonly SiteFunction[],
  method: string,
  path: string,
): SiteFunction | null {
  const matching = functions.filter(
    ({ config }) =>
      config.path.some((pattern) => matchPath(pattern, path)) &&
      !config.excludedPath?.some((pattern) => matchPath(pattern, path)) &&
      (!config.method || config.method.includes(method)),
  );
  if (matching.length > 1)
    throw new Error(`${method} ${path} is answered by ${matching.map(({ name }) => name).join(' and ')}.`);
  return matching[0] ?? null;
}
