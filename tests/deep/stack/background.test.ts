import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackground } from '../../../stack/netlify/background.ts';
import type { SiteFunction } from '../../../stack/netlify/functions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function functionOf(name: string, config: SiteFunction['config'], runs: string[]): SiteFunction {
  return {
    name,
    config,
    handle: () => {
      runs.push(name);
      return Promise.resolve(new Response(null));
    },
  };
}

test('scheduled functions run every minute until the background is closed, and other functions never run', async () => {
  const runs: string[] = [];
  const background = createBackground();
  const functions = [
    functionOf('scheduled', { path: [], schedule: '* * * * *' }, runs),
    functionOf('called', { path: ['/api/*'] }, runs),
  ];
  background.runScheduled(() => Promise.resolve(functions));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(runs).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_001);
  expect(runs).toEqual(['scheduled', 'scheduled']);
  await background.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(runs).toHaveLength(2);
});

test('closing the background waits for work that continues after an answer, and reports its errors', async () => {
  const reported: unknown[] = [];
  const background = createBackground((error) => reported.push(error));
  const done: string[] = [];
  async function runAfter(ms: number, then: () => void) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    then();
  }
  background.waitUntil(runAfter(1_000, () => done.push('work')));
  background.waitUntil(Promise.reject(new Error('broken')));
  const closed = background.close().then(() => done.push('closed'));
  await vi.advanceTimersByTimeAsync(999);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(done).toEqual(['work', 'closed']);
  expect(reported).toMatchObject([{ message: 'broken' }]);
});
