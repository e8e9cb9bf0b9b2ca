import type { FirebaseSettings } from '../../src/server/clients/firebase/firebase-auth.ts';
import { Problem } from '../../src/shared/problems.ts';
import { findEmulator } from '../../stack/lock.ts';
import { inProject } from '../../stack/paths.ts';
import { applySettings, isCustomized, type Settings } from '../../stack/settings.ts';
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

/**
 * Returns the settings of a command without --production. They name the emulator that runs on this clone's data, since another
 * clone may have the usual port. Keeps a host that the environment or .env sets. Returns a message if no emulator is running.
 */
export async function withOwnEmulator(settings: Settings): Promise<Settings | CommandResult> {
  const name = 'FIREBASE_AUTH_EMULATOR_HOST';
  const { LOCAL_DATA: data, FIREBASE_SERVICE_ACCOUNT: account } = settings;
  if (data === undefined || account || isCustomized(name)) return settings;
  const host = await findEmulator(inProject(data));
  if (host !== null) return { ...settings, [name]: host };
  return { code: 3, text: 'The Firebase emulator of this clone is not running. Start it with npm start.' };
}

/** True for the result of a command instead of its settings. */
export function isResult(value: Settings | CommandResult): value is CommandResult {
  return typeof value.code === 'number';
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
