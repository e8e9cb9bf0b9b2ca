/**
 * `npm run build`: builds the files to deploy, dist/ and .build/functions. The settings come from the environment and from .env.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentProblems } from '../src/build/content/content-check.ts';
import { formatProblem } from '../src/copy/validate-file.ts';
import { buildFunctions } from './build-functions.ts';
import { buildPages } from './build-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const howToBuildHere = `

A deploy takes its settings from Netlify (docs/deploy.md). To build on this computer, with the local stack's settings:
  npm run preview              builds the site and serves it, or
  cp .env.example .env         and then npm run build`;

const problems = await contentProblems(root);
if (problems.length > 0) {
  console.error(problems.map(formatProblem).join('\n'));
  process.exit(1);
}

try {
  await buildPages({ root });
} catch (error) {
  if (!(error instanceof Error && /PUBLIC_\w+ is missing/.test(error.message))) throw error;
  console.error(error.message + howToBuildHere);
  process.exit(1);
}
await buildFunctions(undefined, path.join(root, 'dist'));
