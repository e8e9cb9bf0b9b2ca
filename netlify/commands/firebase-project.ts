import type { FirebaseSettings } from '../../src/server/firebase/firebase-auth.ts';
import { Problem } from '../../src/shared/problems.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { type CommandResult, rootMessage } from './command-result.ts';
import { readServiceAccount } from './service-account.ts';

/** Runs work on the accounts of these settings' Firebase project. Says why if the settings or Firebase do not allow it. */
export async function withFirebaseProject(
  settings: Settings,
  work: (project: FirebaseSettings) => Promise<CommandResult>,
): Promise<CommandResult> {
  const project = projectSettings(settings);
  if (typeof project === 'string')
    return { code: 3, text: `Authentication is not configured (see .env.example): ${project}` };
  const { emulatorHost } = project;
  applySettings({ FIREBASE_AUTH_EMULATOR_HOST: emulatorHost ?? '' });
  try {
    return await work(project);
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

/** The result of a command about an account that does not exist. */
export function noAccount({ projectId }: FirebaseSettings, email: string): CommandResult {
  return {
    code: 3,
    text: `No account of ${projectId} has the email ${email}. The person signs up first, on /signup.`,
  };
}

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
