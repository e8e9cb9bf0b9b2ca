import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

const compressible = /^(text\/|application\/(json|xml|manifest)|image\/svg)/;
/** The default quality 11 takes seconds for the script of the content editor. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions),
  gzip: promisify(gzip),
};

interface LoadedFile {
  readonly body: Buffer<ArrayBuffer>;
  readonly tag: string;
  readonly type: string;
}

/** Serves a built site as Netlify does: addresses without .html, compression, ETags and 404.html. */
export function createStaticFiles(folder: string) {
  const compressedBodies = new Map<string, Buffer>();
  /** Files whose names contain a hash of their content, by address. They are read once. */
  const hashedFiles = new Map<string, LoadedFile>();

  async function load(requestPath: string): Promise<LoadedFile | null> {
    const known = hashedFiles.get(requestPath);
    if (known) return known;
    const file = await findFile(folder, requestPath).catch(() => null);
    if (file === null) return null;
    const body = await readFile(file);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`;
    const loaded = { body, tag, type: types[path.extname(file)] ?? 'application/octet-stream' };
    if (requestPath.startsWith('/_astro/')) hashedFiles.set(requestPath, loaded);
    return loaded;
  }

  async function answer(
    { body, tag, type }: LoadedFile,
    status: number,
    request: Request,
  ): Promise<Response> {
    const headers = new Headers({
      'Content-Type': type,
      ETag: tag,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    });
    if (status === 200 && request.headers.get('if-none-match') === tag)
      return new Response(null, { status: 304, headers });
    if (!compressible.test(type)) return new Response(body, { status, headers });
    headers.set('Vary', 'Accept-Encoding');
    const accepted = request.headers.get('accept-encoding') ?? '';
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
    if (!encoding) return new Response(body, { status, headers });
    const key = `${encoding} ${tag}`;
    const compressedBody = compressedBodies.get(key) ?? (await encoders[encoding](body));
    compressedBodies.set(key, compressedBody);
    headers.set('Content-Encoding', encoding);
    return new Response(new Uint8Array(compressedBody), { status, headers });
  }

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const file = isConfigurationFile(pathname) ? null : await load(pathname);
    if (file) return answer(file, 200, request);
    const missing = await load('/404.html');
    return missing ? answer(missing, 404, request) : new Response('Not found', { status: 404 });
  };
}

/** True for files that Netlify reads and does not serve. */
function isConfigurationFile(requestPath: string): boolean {
  return /^\/_(?:headers|redirects)$/.test(requestPath);
}

async function findFile(folder: string, requestPath: string): Promise<string | null> {
  const decoded = decodeURIComponent(requestPath);
  if (decoded.includes('\0')) return null;
  const base = path.join(folder, path.normalize(decoded)).replace(/[\\/]+$/, '');
  if (base !== folder && !base.startsWith(folder + path.sep)) return null;
  for (const candidate of [base, `${base}.html`, path.join(base, 'index.html')])
    if ((await stat(candidate).catch(() => null))?.isFile()) return candidate;
  return null;
}
