import { readdir } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** What functions answer and netlify.toml leads elsewhere, whatever page there is. */
export const ofThePlatform: readonly string[] = ['/api', '/dist', '/user-profiles'];

/** Returns what is wrong with the first file of src/content/pages whose address a route or the platform has. */
export const takenAddressComplaint = (
  files: readonly string[],
  routes: readonly string[],
): string | undefined => {
  const taken = new Set([...ofThePlatform, ...routes]);
  const addressOf = (file: string) => `/${file.replace(/\.md$/, '')}`;
  const wrong = files.find((file) => taken.has(addressOf(file)));
  return (
    wrong && `src/content/pages/${wrong}: The address ${addressOf(wrong)} is taken. Name the file otherwise.`
  );
};

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
        const complaint = takenAddressComplaint(
          await readdir(folder),
          routes.map(({ pattern }) => pattern),
        );
        if (complaint !== undefined) throw new Error(complaint);
      },
    },
  };
};
