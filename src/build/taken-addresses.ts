import { readdir } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** What functions answer and netlify.toml leads elsewhere, whatever page there is. */
export const ofThePlatform: readonly string[] = ['/api', '/dist', '/user-profiles'];

/** Refuses a file of src/content/pages whose address is taken: its page would be at none, and say so to nobody. */
export const takenAddresses = (): AstroIntegration => {
  let folder: URL;
  return {
    name: 'taken-addresses',
    hooks: {
      'astro:config:setup': ({ config }) => {
        folder = new URL('content/pages/', config.srcDir);
      },
      'astro:routes:resolved': async ({ routes }) => {
        const taken = new Set([...ofThePlatform, ...routes.map(({ pattern }) => pattern)]);
        for (const file of await readdir(folder)) {
          const address = `/${file.replace(/\.md$/, '')}`;
          if (taken.has(address))
            throw new Error(
              `src/content/pages/${file}: The address ${address} is taken. Name the file otherwise.`,
            );
        }
      },
    },
  };
};
