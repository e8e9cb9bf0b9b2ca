import type { SQLWrapper } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { withinTime } from '../outbound/piece.ts';
import type { Rows } from './batch.ts';
import type { Database } from './database.ts';

/** Sends a batch that has a little time of its own, since that of the piece of work may be over: what notes that it failed. */
export const lateBatch = (
  db: Pick<Database, 'batch'>,
  statements: readonly SQLWrapper[],
): Promise<readonly Rows[]> => withinTime(limits.outsideMs.note, () => db.batch(statements));
