import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * `npm run bench`: runs all benchmarks, even if one misses its goal. `npm run bench -- pages --runs 5` runs one of them with its
 * arguments. docs/performance.md has the results.
 */
const parts = ['api', 'cold', 'bytes', 'build', 'lists', 'pages'];

async function run(part: string, args: readonly string[]): Promise<boolean> {
  console.log(`\n— ${part}`);
  const script = fileURLToPath(new URL(`${part}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !parts.includes(wanted))
  throw new Error(`There is no part ${wanted}; there are ${parts.join(', ')}.`);
const missed: string[] = [];
for (const part of wanted === undefined ? parts : [wanted]) if (!(await run(part, args))) missed.push(part);
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nBelow a goal: ${missed.join(', ')}.`);
process.exitCode = missed.length === 0 ? 0 : 1;
