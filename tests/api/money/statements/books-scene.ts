import { beforeEach } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { payable } from './ledger-maker.ts';

/** Creates a database for each test of a file, because closing a month concerns all affiliates. */
export const booksScene = () => {
  const scene = {} as { database: TestDatabase };
  beforeEach(async () => {
    scene.database = await createTestDatabase();
    return () => scene.database.close();
  });
  return {
    scene,
    close: (month: string, now = '2026-12-31T00:00:00Z') =>
      closeMonth({ db: scene.database.db, now: new Date(now) }, month),
    newPayable: (options?: Parameters<typeof payable>[1]) => payable(scene.database.rows, options),
  };
};
