import { contentProblems } from '../src/build/content/content-check.ts';
import { formatProblem } from '../src/copy/validate-file.ts';
import { root } from '../stack/paths.ts';

// Prints what is wrong with the content files, each with its line: a part of `npm run check`.
const problems = await contentProblems(root);
for (const problem of problems) console.error(formatProblem(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
