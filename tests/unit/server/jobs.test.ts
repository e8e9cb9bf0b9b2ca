import { expect, test, vi } from 'vitest';
import { closeMonthJob, everyMinuteJob, reconcileJob } from '../../../src/server/jobs.ts';
import { problem } from '../../../src/shared/problems.ts';

const log = vi.fn();
/** A database that does not answer. */
const db = new Proxy(
  {},
  {
    get: () => {
      throw problem('service-unavailable');
    },
  },
);
vi.mock('../../../src/server/server.ts', () => ({
  openServer: () =>
    Promise.resolve({
      dependencies: { db, log, mail: null, now: () => new Date(), settings: { isMonthClosePaused: true } },
    }),
}));

test('close-month closes no month while PAUSE_MONTH_CLOSE is true, and logs a warning', async () => {
  expect(await (await closeMonthJob()).json()).toEqual({ closed: [] });
  expect(log.mock.lastCall).toEqual([{ level: 'warn', job: 'close-month', code: 'close-month-paused' }]);
});

test('a scheduled run that fails answers like a call, and the log has its name', async () => {
  const answer = await reconcileJob();
  expect(answer.status).toBeGreaterThanOrEqual(500);
  const { requestId, code } = (await answer.json()) as Record<string, unknown>;
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ level: 'error', job: 'reconcile', requestId, code }),
  );
});

test('a job of every-minute that fails does not stop the others', async () => {
  const answer = await everyMinuteJob();
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(await answer.json()).toMatchObject({
    'retry-events': { code: expect.any(String) as string },
    'send-mails': { sent: 0 },
  });
});
