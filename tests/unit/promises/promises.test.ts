import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { standsBy, unconfirmedPromises } from '../../../src/shared/stands-by.ts';
import { inProject, root } from '../../../stack/paths.ts';
import { accounts } from './accounts.ts';
import { affiliates } from './affiliates.ts';
import { buying } from './buying.ts';
import { contract } from './contract.ts';
import { notices } from './notices.ts';
import { privacy } from './privacy.ts';
import { product } from './product.ts';

const rows = [buying, contract, notices, privacy, product, affiliates, accounts].flatMap((promises) =>
  Object.entries(promises).flatMap(([file, promised]) =>
    promised.map(([sentence, ...keepers]) => ({ file, sentence, keepers })),
  ),
);

describe('each promise', () => {
  test('stands in the file that the table names', () => {
    const missing = rows.filter(({ file, sentence }) => !sentencesOf(`src/${file}`).includes(sentence));
    expect(missing.map(({ file, sentence }) => `${file}: ${sentence}`)).toEqual([]);
  });

  test('is kept by a test that exists, or by the owner', () => {
    const names = rows.flatMap(({ keepers }) => keepers);
    const lost = names.flatMap((keeper) =>
      'test' in keeper && !hasTest(keeper.test.file, keeper.test.title) ? [keeper.test] : [],
    );
    expect(lost).toEqual([]);
    const used = names.flatMap((keeper) => ('standsBy' in keeper ? [keeper.standsBy] : []));
    expect([...new Set(used)].sort()).toEqual(Object.keys(standsBy).sort());
  });
});

/** Words of a promise. */
const promiseWords =
  /\bwe(?:[’']ll)? (?:never|always|refund|cancel|delete|don[’']t sell|do not sell|receive no|get no|have no copy)\b|\bwithin (?:\d+|\S+ business|\{program\.review-days\} business) days\b|\bforever\b|\bmoney-back guarantee\b|\bwhenever you like\b/i;

test('a sentence with the words of a promise is in the table', () => {
  const files = globSync('src/content/{pages,questions}/*.md', { cwd: root });
  // The page of ironies promises nothing, and an earlier version of a policy no longer changes.
  const serious = files.filter((file) => !/\/do-not-buy|-\d{4}-\d{2}-\d{2}\.md$/.test(file));
  expect(serious.length).toBeGreaterThan(30);
  const unlisted = [...serious, 'src/shared/offer.ts'].flatMap((file) => {
    const known = rows.filter((row) => `src/${row.file}` === file).map(({ sentence }) => sentence);
    return sentencesOf(file)
      .split(/(?<=[.!?])['’”"]? | (?:- |## |\| |\w+: )/)
      .filter((text) => promiseWords.test(text) && !known.some((sentence) => overlap(sentence, text)))
      .map((text) => `${file}: ${text}`);
  });
  expect(unlisted).toEqual([]);
});

test('a promise counts as confirmed from the day that the owner enters', () => {
  const stands = {
    trial: { promise: 'The trial.', confirmedOn: null },
    refunds: { promise: 'The refunds.', confirmedOn: '2026-12-01' },
  } as const;
  expect(unconfirmedPromises(stands)).toEqual(['The trial.']);
});

/** Returns the text of a file without its line breaks, and without a page's summary for search engines. */
function sentencesOf(file: string): string {
  return readFileSync(inProject(file), 'utf8')
    .replace(/^description:.*\n(?: .*\n)*/m, '')
    .replaceAll(/\s+/g, ' ');
}

function overlap(sentence: string, text: string): boolean {
  return text.includes(sentence) || sentence.includes(text);
}

/** True if a file in `tests` has a test or a step with this title. */
function hasTest(file: string, title: string): boolean {
  const path = inProject(`tests/${file}`);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return [`'${title}'`, `"${title}"`].some((quoted) => source.includes(quoted));
}
