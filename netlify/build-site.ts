import { fileURLToPath } from 'node:url';
import { build } from 'astro';
import { buildFunctions } from './build.ts';

/**
 * `npm run build`: builds what is deployed, the static files into dist/ and the bundled functions into
 * .build/functions, with the settings of the environment and of .env.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

const howToBuildHere = `
A deploy takes its settings from Netlify (docs/deploy.md). To build on this computer, with the local stack's settings:
  npm run preview              builds the site and serves it, or
  cp .env.example .env         and then npm run build`;

try {
  await build({ root });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(message);
  if (/PUBLIC_\w+ is missing/.test(message)) console.error(howToBuildHere);
  process.exit(1);
}
await buildFunctions();
