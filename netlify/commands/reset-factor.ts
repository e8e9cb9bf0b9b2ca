import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { insertAuditEntries } from '../../src/server/audit/audit-log.ts';
import { resetSecondFactor } from '../../src/server/firebase/change-role.ts';
import type { Settings } from '../../stack/settings.ts';
import { type CommandResult, failureResult } from './command-result.ts';
import { noAccount, withFirebaseProject } from './firebase-project.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-services.ts';

/** `npm run admin:reset-factor`: removes the second factor of an account whose phone is lost. Audited. */
export async function resetFactor(
  [email, ...rest]: readonly string[],
  settings: Settings,
): Promise<CommandResult> {
  if (!email?.includes('@') || rest.length > 0)
    return {
      code: 2,
      text: 'Name the email of one account: npm run admin:reset-factor -- person@mail.example',
    };
  try {
    return await withDatabase(settings, (db) =>
      withFirebaseProject(settings, async (project) => {
        const uid = await resetSecondFactor(project, email);
        if (uid === null) return noAccount(project, email);
        const entry = insertAuditEntries(
          { actor: { kind: 'operator' }, requestId: randomUUID() },
          {
            id: sql`${uuidv7()}::uuid`,
            action: 'account.reset-factor',
            entity: 'account',
            entityId: sql`${uid}::text`,
            from: sql`(select) as account`,
          },
        );
        await db.batch([entry]);
        return {
          code: 0,
          text: `${email} has no second factor any more, and is signed out everywhere. The person signs in and sets up a new one on /account.`,
        };
      }),
    );
  } catch (error) {
    return failureResult(error);
  }
}

if (import.meta.main) await runCommand(resetFactor);
