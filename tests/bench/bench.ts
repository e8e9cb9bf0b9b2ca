import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * `npm run bench`: runs all benchmarks, even if one misses its goal. `npm run bench -- pages --runs 5` runs one of them with its
 * arguments. docs/performance.md has the results.
 */
const benchmarks = ['api', 'cold', 'duplicates', 'interactions', 'links', 'lists', 'pages'];

async function runBenchmark(name: string, args: readonly string[]): Promise<boolean> {
  console.log(`\n— ${name}`);
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

const [selected, ...args] = process.argv.slice(2);
if (selected !== undefined && !benchmarks.includes(selected))
  throw new Error(`There is no benchmark ${selected}. The benchmarks are ${benchmarks.join(', ')}.`);
const missed: string[] = [];
for (const name of selected === undefined ? benchmarks : [selected])
  if (!(await runBenchmark(name, args))) missed.push(name);
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nBelow a goal: ${missed.join(', ')}.`);
process.exitCode = missed.length === 0 ? 0 : 1;
