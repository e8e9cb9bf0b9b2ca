import type { Plugin } from 'esbuild';

/**
 * What no call of ours comes to: keys for App Check's tokens, answers in several parts, and access tokens, for which our own code
 * loads the same library once they are needed (`access-tokens.ts`). Whoever does meets an error.
 */
const unused = `const refuse = () => {
  throw new Error('This part of firebase-admin is not in the bundle (netlify/left-out.ts).');
};
module.exports = new Proxy(refuse, { get: refuse, apply: refuse });`;

/** jsonwebtoken asks which kinds of keys Node knows; every one since 16.9, and the bundles are for later ones. */
const modern = 'module.exports = { satisfies: () => true };';

/** Every kind of column, for tables that are written with a callback; ours name the kinds they have. */
const otherColumns = `export const getPgColumnBuilders = () => {
  throw new Error('Tables name the columns they import (netlify/left-out.ts).');
};`;

const parts = [
  {
    filter: /^(jwks-rsa|@fastify\/busboy|google-auth-library)$/,
    importer: /[/\\]firebase-admin[/\\]/,
    contents: unused,
  },
  { filter: /^semver$/, importer: /[/\\]jsonwebtoken[/\\]/, contents: modern },
  { filter: /[/]columns[/]all\.js$/, importer: /[/\\]drizzle-orm[/\\]pg-core[/\\]/, contents: otherColumns },
];

/**
 * Leaves out of the bundles, or for later, what libraries load and no call of ours needs, such as all but a verified ID token
 * of the identity provider's. Its signature, and the certificate it is held against, are checked as ever.
 */
export const leftOut: Plugin = {
  name: 'left-out',
  setup: ({ onResolve, onLoad }) => {
    for (const [index, { filter, importer, contents }] of parts.entries()) {
      const namespace = `left-out-${String(index)}`;
      onResolve({ filter }, (asked) =>
        importer.test(asked.importer) ? { path: asked.path, namespace, pluginData: asked.resolveDir } : null,
      );
      onLoad({ filter: /./, namespace }, ({ pluginData }: { pluginData: string }) => ({
        contents,
        loader: 'js',
        resolveDir: pluginData,
      }));
    }
  },
};
