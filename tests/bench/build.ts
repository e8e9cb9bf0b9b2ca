import { rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { copyProject } from '../project-copy.ts';
import { inProject } from '../../stack/paths.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { median, rounded } from './median.ts';

/**
 * `npm run bench -- build`: measures a build of the site, and builds with 1,000, 5,000 and 10,000 additional release notes. Each
 * build uses a copy of the project without a cache. Exits with 1 if the second 5,000 notes take more than 1.5 times as long as the
 * first 5,000, beyond the noise. `--rounds 3`.
 */
const ADDED = [0, 1_000, 5_000, 10_000] as const;
/** The longest accepted build time of the second 5,000 notes, as a multiple of the time of the first 5,000. */
const LINEAR = 1.5;
/** Difference of two equal builds, as a fraction of a build. */
const NOISE = 0.1;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => round);

const dayMs = 86_400_000;

function noteVersion(number: number): string {
  return `0.${String(Math.floor(number / 100))}.${String(number % 100)}`;
}

/** Returns the text of a release note's file. The note is older than all existing ones. */
function noteFile(number: number): string {
  return `---
version: '${noteVersion(number)}'
date: ${new Date(Date.UTC(2024, 0, 1) - number * dayMs).toISOString().slice(0, 10)}
features:
  - Import and export of contacts as CSV
  - Custom groups and categories
files:
  - system: Mac
    kind: ZIP
    ending: mac.zip
    bytes: 81
    sha256: '${'0'.repeat(64)}'
---

Release ${String(number)} of {product}: an address book that keeps your contacts on your own computer.
`;
}

const folder = inProject('.build/bench-build');

/** Builds the site with additional notes and returns the seconds of the build. */
async function timeBuild(added: number): Promise<number> {
  const copy = await copyProject(folder);
  for (let number = 0; number < added; number += 1)
    await copy.edit(`src/content/releases/${noteVersion(number)}.md`, () => noteFile(number));
  const start = performance.now();
  await copy.build(exampleSettings());
  return (performance.now() - start) / 1_000;
}

const turns: Record<(typeof ADDED)[number], number>[] = [];
for (const round of rounds) {
  console.log(`Round ${String(round + 1)} of ${String(rounds.length)} …`);
  turns.push({
    0: await timeBuild(0),
    1000: await timeBuild(1_000),
    5000: await timeBuild(5_000),
    10000: await timeBuild(10_000),
  });
}
await rm(path.resolve(folder), { recursive: true, force: true });

function medianOf(read: (turn: (typeof turns)[number]) => number) {
  return median(turns.map(read));
}
console.log('A build of the site, medians:');
console.table(
  ADDED.map((added) => ({
    'added notes': added,
    seconds: rounded(
      medianOf((turn) => turn[added]),
      1,
    ),
    'ratio to no notes': rounded(
      medianOf((turn) => turn[added] / turn[0]),
      2,
    ),
    'ms per added note':
      added === 0
        ? null
        : rounded(
            medianOf((turn) => (1_000 * (turn[added] - turn[0])) / added),
            2,
          ),
  })),
);
const firstSeconds = medianOf((turn) => turn[5000] - turn[0]);
const secondSeconds = medianOf((turn) => turn[10000] - turn[5000]);
console.log(
  `The first 5,000 notes take ${firstSeconds.toFixed(1)} s, the second 5,000 ${secondSeconds.toFixed(1)} s.`,
);
const noiseSeconds = NOISE * medianOf((turn) => turn[0]);
process.exitCode = secondSeconds <= LINEAR * firstSeconds + noiseSeconds ? 0 : 1;
