import { beforeEach, expect, test } from 'vitest';
import { runCloseMonth } from '../../../../netlify/commands/close-month.ts';
import { acquireLock } from '../../../../stack/lock.ts';
import { openNeon } from '../../neon.ts';
import { payable } from './ledger-maker.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const now = new Date('2025-10-15T00:00:00Z');
const run = (...args: string[]) => runCloseMonth(args, { DATABASE_URL: 'embedded', LOCAL_DATA: folder }, now);
const runOn = (url: string, month: string) => runCloseMonth([month], { DATABASE_URL: url }, now);

test('statements:close closes a month and the months before it, and prints the result', async () => {
  const database = await openNeon({ countsRequests: false });
  const ada = await payable(database.rows);
  await ada.earn('2025-08-05T00:00:00Z', 100_00);
  expect(await runOn(database.url, '2025-09')).toEqual({
    code: 0,
    text: '2025-08 is closed: 1 statement, 1 proposed payout of $100.00.\n2025-09 is closed: 0 statements, 0 proposed payouts of $0.00.',
  });
  expect(await runOn(database.url, '2025-07')).toEqual({
    code: 0,
    text: 'There is nothing to close: 2025-07 is closed, or lies before the first month.',
  });
  expect(await runOn(database.url, '2025-10')).toEqual({ code: 3, text: 'This month is not over yet.' });
  await database.close();
});

test.each([[['2025-8']], [['2025-08', '2025-09']]])(
  'statements:close refuses %j and asks for one month',
  async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2, text: expect.stringContaining('2025-08') as string });
  },
);

test('statements:close refuses to open the embedded database while the local stack runs', async () => {
  const lock = await acquireLock(folder);
  expect(await run('2025-08')).toMatchObject({ code: 3, text: expect.stringContaining('Stop it') as string });
  await lock.release();
});
