import type { Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import { readConfiguration } from './netlify/configuration.ts';
import { type Background, createBackground } from './netlify/background.ts';
import { loadFunctions, type SiteFunction } from './netlify/functions.ts';
import { createRateLimiter, type RateLimiter } from './netlify/rate-limit.ts';
import { createSiteHandler, withSiteHeaders } from './netlify/site-handler.ts';
import { createStaticFiles } from './netlify/static-files.ts';
import type { BuildFolders } from './build.ts';
import { inProject } from './paths.ts';
import { closeServer, serveHandler } from './web-server.ts';

export interface BuiltSite {
  readonly functions: readonly SiteFunction[];
  readonly close: () => Promise<void>;
}

/** Creates a handler that serves the files of a build as Netlify does. Functions come before files. */
export function createFilesHandler(
  folder: string,
  functions: readonly SiteFunction[] = [],
  limiter: RateLimiter = createRateLimiter(),
  background: Background = createBackground(),
) {
  const configuration = readConfiguration(inProject('netlify.toml'), folder);
  const handle = createSiteHandler({
    configuration,
    functions: () => Promise.resolve(functions),
    limiter,
    background,
  });
  const files = createStaticFiles(folder);
  return async (request: Request, address: string): Promise<Response> => {
    const answer = await handle(request, address);
    if (typeof answer !== 'string') return answer;
    const { pathname, search } = new URL(request.url);
    const rewritten =
      answer === pathname ? request : new Request(new URL(answer + search, request.url), request);
    return withSiteHeaders(configuration, pathname, await files(rewritten));
  };
}

/** Serves the files of a build, and functions of the caller instead of the real ones. */
export function serveFiles(
  port: number,
  folder: string,
  functions: readonly SiteFunction[] = [],
): Promise<Server> {
  return serveHandler(createFilesHandler(folder, functions), port);
}

/** Serves the files and the functions of a build as Netlify does. */
export async function serveBuild(
  port: number,
  build: BuildFolders,
  limiter: RateLimiter = createRateLimiter(),
): Promise<BuiltSite> {
  const functions = await loadFunctions(
    build.functions,
    (file) => import(pathToFileURL(file).href) as Promise<unknown>,
  );
  const background = createBackground();
  background.runScheduled(() => Promise.resolve(functions));
  const server = await serveHandler(createFilesHandler(build.files, functions, limiter, background), port);
  async function close() {
    await closeServer(server);
    await background.close();
  }
  return { functions, close };
}
