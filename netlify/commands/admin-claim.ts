import type { FirebaseSettings } from '../../src/server/firebase/firebase-auth.ts';
import { setAdminClaim } from '../../src/server/firebase/set-admin-claim.ts';
import { Problem } from '../../src/shared/problems.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { type CommandResult, exitWith, rootMessage } from './command-result.ts';
import { readCommandInput } from './run-command.ts';
import { readServiceAccount } from './service-account.ts';

/** `npm run admin:grant` and `admin:revoke`: changes the admin claim of the account with an email. */
export async function changeAdminClaim(
  [verb, email, ...rest]: readonly string[],
  settings: Settings,
): Promise<CommandResult> {
  if ((verb !== 'grant' && verb !== 'revoke') || !email?.includes('@') || rest.length > 0)
    return {
      code: 2,
      text: `Name the email of one account: npm run admin:${verb === 'revoke' ? verb : 'grant'} -- person@mail.example`,
    };
  const project = projectSettings(settings);
  if (typeof project === 'string')
    return { code: 3, text: `Authentication is not configured (see .env.example): ${project}` };
  const { projectId, emulatorHost } = project;
  applySettings({ FIREBASE_AUTH_EMULATOR_HOST: emulatorHost ?? '' });
  try {
    const change = await setAdminClaim(project, email, {
      granted: verb === 'grant',
      allowUnconfirmedEmail: emulatorHost !== undefined,
    });
    if (change === 'changed') return { code: 0, text: `${email} ${successTexts[verb]}` };
    return {
      code: 3,
      text:
        change === 'no-account'
          ? `No account of ${projectId} has the email ${email}. The person signs up first, on /signup.`
          : `The email ${email} is not confirmed, and anybody could have signed up with it. The person resets the password on /forgot-password, which confirms it and ends all sessions; then grant again.`,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      code: 3,
      text:
        emulatorHost === undefined
          ? `Firebase cannot be reached: ${rootMessage(error)}`
          : `The Firebase emulator at ${emulatorHost} does not answer. npm start runs it.`,
    };
  }
}

const successTexts = {
  grant: "is an admin now. It shows once the person presses 'Refresh Claims' on /admin or signs in again.",
  revoke:
    "is no longer an admin. It shows once the person presses 'Refresh Claims' on /admin or signs in again; the server refuses them from now on.",
};

/**
 * Returns the settings of the Firebase project if a service account is set, otherwise of the emulator. Returns a message if a
 * setting is missing.
 */
function projectSettings(settings: Settings): FirebaseSettings | string {
  const projectId = settings.PUBLIC_FIREBASE_PROJECT_ID ?? '';
  const apiKey = settings.PUBLIC_FIREBASE_API_KEY ?? '';
  const serviceAccount = settings.FIREBASE_SERVICE_ACCOUNT;
  const emulatorHost = settings.FIREBASE_AUTH_EMULATOR_HOST;
  if (!projectId) return 'PUBLIC_FIREBASE_PROJECT_ID is not set.';
  if (!serviceAccount) {
    if (!projectId.startsWith('demo-')) return `FIREBASE_SERVICE_ACCOUNT of ${projectId} is not set.`;
    if (!emulatorHost) return 'FIREBASE_AUTH_EMULATOR_HOST is not set.';
    return { projectId, apiKey, serviceAccount: undefined, emulatorHost };
  }
  const account = readServiceAccount(serviceAccount);
  if (!account) return 'FIREBASE_SERVICE_ACCOUNT must hold the JSON of the service account, on one line.';
  if (account.project_id !== projectId)
    return `FIREBASE_SERVICE_ACCOUNT belongs to ${account.project_id}, and PUBLIC_FIREBASE_PROJECT_ID says ${projectId}.`;
  return { projectId, apiKey, serviceAccount, emulatorHost: undefined };
}

if (import.meta.main) {
  const input = readCommandInput(process.argv.slice(2));
  if ('code' in input) exitWith(input);
  const { args, settings, isProduction } = input;
  // With --production, the command must not change an account of the emulator.
  exitWith(
    await changeAdminClaim(args, isProduction ? { ...settings, FIREBASE_AUTH_EMULATOR_HOST: '' } : settings),
  );
}
