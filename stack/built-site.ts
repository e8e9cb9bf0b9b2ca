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

/** Answers with a build's files as the platform does; `functions` come before them. */
export const filesHandler = (
  folder: string,
  functions: readonly SiteFunction[] = [],
  limiter: RateLimiter = createRateLimiter(),
  background: Background = createBackground(),
) => {
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
    const moved = answer === pathname ? request : new Request(new URL(answer + search, request.url), request);
    return withSiteHeaders(configuration, pathname, await files(moved));
  };
};

/** Serves a build's files, without the real functions; others may stand in for them. */
export const serveFiles = (
  port: number,
  folder: string,
  functions: readonly SiteFunction[] = [],
): Promise<Server> => serveHandler(filesHandler(folder, functions), port);

/** Serves a build's files and its bundled functions as the platform does. */
export const serveBuild = async (
  port: number,
  build: BuildFolders,
  limiter: RateLimiter = createRateLimiter(),
): Promise<BuiltSite> => {
  const functions = await loadFunctions(
    build.functions,
    (file) => import(pathToFileURL(file).href) as Promise<unknown>,
  );
  const background = createBackground();
  background.runScheduled(() => Promise.resolve(functions));
  const server = await serveHandler(filesHandler(build.files, functions, limiter, background), port);
  const close = async () => {
    await closeServer(server);
    await background.close();
  };
  return { functions, close };
};
