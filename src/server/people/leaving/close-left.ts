import { and, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { forgetAffiliate, loadAffiliate } from '../../money/affiliates/delete-affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import { isForeignKeyViolation } from '../../frame/db/errors.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { forgetMailsWhere } from '../../frame/mail/forget-mails.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { logFailedRecord } from '../../frame/http/log.ts';
import type { Log } from '../../frame/http/types.ts';
import { runEach } from '../../frame/outbound/run-each.ts';
import { isSettled } from './settled.ts';

/** The most records that one run closes, so that a run ends in time. */
const recordsPerRun = 100;
/** Days after which the address of a last mail is removed. */
const lastMailDays = 30;

/**
 * Closes the records of affiliates who left and are paid in full. Then removes the addresses of former affiliates
 * from mails about a closed record or a deleted account, 30 days after such a mail. Returns the number of closed records. A record
 * that cannot be closed is logged, and its error is thrown once all other work is done.
 */
export async function closeLeftAffiliates(context: Context, log: Log): Promise<number> {
  const { id, leftAt, closedAt } = affiliates;
  const left = await context.db
    .select({ id })
    .from(affiliates)
    .where(and(isNotNull(leftAt), isNull(closedAt), isSettled(context, sql`${id}`)))
    .orderBy(leftAt, id)
    .limit(recordsPerRun);
  let closed = 0;
  const closeRecord = async (id: string) => {
    if (await closeIfSettled({ ...context, actor: { kind: 'schedule' } }, id)) closed += 1;
  };
  const logFailed = logFailedRecord(log, 'close-left');
  const steps = left.map(({ id }) => ({ record: id, run: () => closeRecord(id) }));
  await runEach(
    [...steps, { record: 'mails', run: () => forgetLastMails(context) }],
    ({ run }) => run(),
    ({ record }, error) => {
      logFailed(record, error);
    },
  );
  return closed;
}

/**
 * Closes the record of an affiliate who left, and queues the last mail. Returns false if money is still due or the record changed at
 * the same time. The job tries again.
 */
export async function closeIfSettled(context: Context, id: string): Promise<boolean> {
  const affiliate = await loadAffiliate(context, id);
  if (!affiliate) return false;
  const { code, email } = affiliate;
  try {
    return await forgetAffiliate(context, affiliate, {
      condition: and(isNotNull(affiliates.leftAt), isSettled(context, sql`${affiliates.id}`)),
      announce: (isDone) =>
        queueMails(context, {
          kind: 'program-closed',
          subjectId: sql`${id}::text`,
          address: sql`${email}::text`,
          data: { code },
          from: sql`(select 1 where ${isDone}) as done`,
        }),
    });
  } catch (error) {
    // A purchase is being recorded for the affiliate.
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

/** Removes the addresses from last mails that are older than 30 days, and cancels waiting ones. */
async function forgetLastMails(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  const { kind, address, createdAt } = mails;
  const before = new Date(context.now.getTime() - lastMailDays * dayMs);
  const isOver = and(
    inArray(kind, ['program-closed', 'account-deleted']),
    isNotNull(address),
    lt(createdAt, before),
  );
  await context.db.execute(forgetMailsWhere(context, sql`${isOver}`));
}
