import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedFunctions } from '../../builds/shared-build.ts';

/**
 * CommonJS packages that import() loads in the bundle, each with the reason why nothing needs their named exports. A bundled
 * CommonJS package has only the export `default` then: `const { Webhook } = await import(…)` would be undefined.
 */
const allowed: Readonly<Record<string, string>> = {
  'https-proxy-agent': 'gaxios, of firebase-admin, loads it only if the environment names a proxy',
};

/** The texts of the chunks that other files load with import(). */
async function lazyChunks(): Promise<string[]> {
  const built = await sharedFunctions();
  const files = (await readdir(built, { recursive: true })).filter((name) => name.endsWith('.mjs'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(built, name), 'utf8')));
  const names = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import\("\.\/(?:chunks\/)?([^"]+)"\)/g)].map(([, name]) => name ?? ''),
    ),
  );
  return Promise.all([...names].map((name) => readFile(path.join(built, 'chunks', name), 'utf8')));
}

test('import() loads no bundled CommonJS package, except those with a reason', async () => {
  const chunks = await lazyChunks();
  expect(chunks.length).toBeGreaterThan(20);
  const commonJs = chunks.filter((text) => /\bexport default\b/.test(text) && !/\bexport\s*\{/.test(text));
  const names = commonJs.map(
    (text) => Object.keys(allowed).find((name) => text.includes(`"${name}"`)) ?? text.slice(0, 2_000),
  );
  expect(names).toEqual(Object.keys(allowed));
});
