import { contentProblems } from '../src/build/content/content-check.ts';
import { formatProblem } from '../src/copy/validate-file.ts';
import { root } from '../stack/paths.ts';

// A step of `npm run check`: prints the problems of the content files with their lines.
const problems = await contentProblems(root);
for (const problem of problems) console.error(formatProblem(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
