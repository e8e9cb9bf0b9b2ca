import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { auditLog } from '../../db/schema/operations.ts';

export interface AuditEntry {
  readonly action: string;
  readonly entity: string;
  readonly entityId: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** Appends to the audit log; call it inside the transaction of the change it tells of. */
export const recordAudit = async (
  tx: Pick<Database, 'insert'>,
  { actor, requestId }: Context,
  entry: AuditEntry,
): Promise<void> => {
  await tx.insert(auditLog).values({
    ...entry,
    actorId: actor.kind === 'user' ? actor.uid : actor.kind,
    actorEmail: actor.kind === 'user' ? actor.email : null,
    requestId,
  });
};
