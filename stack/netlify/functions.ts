import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { matchPath } from './configuration.ts';

/** A function as the platform sees it: its handler and the `config` it exports. */
export interface SiteFunction {
  readonly name: string;
  readonly handle: (request: Request, context: object) => Promise<Response>;
  readonly config: z.infer<typeof moduleShape>['config'];
}

const list = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

const moduleShape = z.object({
  default: z.custom<(request: Request, context: object) => Promise<Response>>(
    (value) => typeof value === 'function',
  ),
  config: z.object({
    /** A scheduled function has none: nobody can call it. */
    path: list.default([]),
    schedule: z.string().optional(),
    excludedPath: list.optional(),
    method: list.optional(),
    rateLimit: z.object({ windowSize: z.number(), windowLimit: z.number() }).optional(),
  }),
});

/** Loads every function of a folder; `load` turns a file into its module (a bundle, or source through Vite). */
export async function loadFunctions(
  folder: string,
  load: (file: string) => Promise<unknown>,
): Promise<SiteFunction[]> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name: file }) => {
      const name = path.parse(file).name;
      const loaded = moduleShape.safeParse(await load(path.join(folder, file)));
      if (!loaded.success) throw new Error(`netlify/functions/${name}: ${z.prettifyError(loaded.error)}`);
      return { name, handle: loaded.data.default, config: loaded.data.config };
    }),
  );
}

/** The function that answers a call. Two that both would are a mistake: the platform promises no order. */
export function functionFor(
  functions: readonly SiteFunction[],
  method: string,
  path: string,
): SiteFunction | null {
  const found = functions.filter(
    ({ config }) =>
      config.path.some((pattern) => matchPath(pattern, path)) &&
      !config.excludedPath?.some((pattern) => matchPath(pattern, path)) &&
      (!config.method || config.method.includes(method)),
  );
  if (found.length > 1)
    throw new Error(`${method} ${path} is answered by ${found.map(({ name }) => name).join(' and ')}.`);
  return found[0] ?? null;
}
