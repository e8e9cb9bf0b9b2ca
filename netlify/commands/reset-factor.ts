import { randomUUID } from 'node:crypto';
import { secondFactorEntry, secondFactorMail } from '../../src/server/people/accounts/second-factor.ts';
import { resetSecondFactor } from '../../src/server/clients/firebase/change-role.ts';
import type { Settings } from '../../stack/settings.ts';
import { type CommandResult, failureResult } from './command-result.ts';
import { isResult, noAccount, withFirebaseProject, withOwnEmulator } from './firebase-project.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-services.ts';

/** `npm run admin:reset-factor`: removes the second factor of an account. Audited, and mailed to the owner. */
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
        const context = { actor: { kind: 'operator' }, requestId: randomUUID(), now: new Date() } as const;
        await db.atomically((tx) => [
          tx.execute(secondFactorMail(context, email, false)),
          tx.execute(secondFactorEntry(context, uid, 'account.reset-factor', false)),
        ]);
        return {
          code: 0,
          text: `${email} has no second factor anymore, and is signed out everywhere. The person signs in and sets up a new one on /account.`,
        };
      }),
    );
  } catch (error) {
    return failureResult(error);
  }
}

if (import.meta.main)
  await runCommand(async (args, settings) => {
    const target = await withOwnEmulator(settings);
    return isResult(target) ? target : resetFactor(args, target);
  });
