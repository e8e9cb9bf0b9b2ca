import { Problem } from '../../src/shared/problems.ts';
import type { FirebaseSettings } from '../../src/server/firebase/firebase-auth.ts';
import { setAdminClaim } from '../../src/server/firebase/set-admin-claim.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { type Given, givenSettings } from './given-settings.ts';
import { end, type Outcome } from './outcome.ts';
import { readServiceAccount } from './service-account.ts';

/** The project to change, or what is missing: with a service account the real one, else the emulator's. */
const projectOf = (settings: Settings): FirebaseSettings | string => {
  const projectId = settings.PUBLIC_FIREBASE_PROJECT_ID ?? '';
  const apiKey = settings.PUBLIC_FIREBASE_API_KEY ?? '';
  const account = settings.FIREBASE_SERVICE_ACCOUNT;
  const emulatorHost = settings.FIREBASE_AUTH_EMULATOR_HOST;
  if (!projectId) return 'PUBLIC_FIREBASE_PROJECT_ID is not set.';
  if (!account) {
    if (!projectId.startsWith('demo-')) return `FIREBASE_SERVICE_ACCOUNT of ${projectId} is not set.`;
    if (!emulatorHost) return 'FIREBASE_AUTH_EMULATOR_HOST is not set.';
    return { projectId, apiKey, serviceAccount: undefined, emulatorHost };
  }
  const found = readServiceAccount(account);
  if (!found) return 'FIREBASE_SERVICE_ACCOUNT must hold the JSON of the service account, on one line.';
  if (found.project_id !== projectId)
    return `FIREBASE_SERVICE_ACCOUNT belongs to ${found.project_id}, and PUBLIC_FIREBASE_PROJECT_ID says ${projectId}.`;
  return { projectId, apiKey, serviceAccount: account, emulatorHost: undefined };
};

const done = {
  grant: (email: string) =>
    `${email} is an admin now. It shows once the person presses 'Refresh Claims' on /admin or signs in again.`,
  revoke: (email: string) =>
    `${email} is no admin any more. It shows once the person presses 'Refresh Claims' on /admin or signs in again; the server refuses them from now on.`,
};

const refused = {
  'no-account': (email: string, { projectId }: FirebaseSettings) =>
    `No account of ${projectId} has the email ${email}. The person signs up first, on /signup.`,
  unconfirmed: (email: string) =>
    `Nobody confirmed yet that ${email} is theirs, and anybody could have signed up with it. The person resets the password on /forgot-password, which confirms it and ends all sessions; then grant again.`,
};

const unreachable = ({ emulatorHost }: FirebaseSettings, { cause }: Problem): string =>
  emulatorHost === undefined
    ? `The identity provider could not be asked: ${cause instanceof Error ? cause.message : 'no answer'}`
    : `The identity emulator at ${emulatorHost} does not answer. It runs while npm start does.`;

/** `npm run admin:grant` and `admin:revoke`: changes the admin claim of the account with an email. */
const changeAdmin = async (
  [verb, email, ...rest]: readonly string[],
  settings: Settings,
): Promise<Outcome> => {
  if ((verb !== 'grant' && verb !== 'revoke') || !email?.includes('@') || rest.length > 0)
    return {
      code: 2,
      text: `Whose? Say the email of one account: npm run admin:${verb === 'revoke' ? verb : 'grant'} -- person@mail.example`,
    };
  const project = projectOf(settings);
  if (typeof project === 'string')
    return { code: 3, text: `Authentication is not configured (see .env.example): ${project}` };
  applySettings({ FIREBASE_AUTH_EMULATOR_HOST: project.emulatorHost ?? '' });
  try {
    const wanted = { granted: verb === 'grant', unconfirmedToo: project.emulatorHost !== undefined };
    const change = await setAdminClaim(project, email, wanted);
    return change === 'changed'
      ? { code: 0, text: done[verb](email) }
      : { code: 3, text: refused[change](email, project) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: 3, text: unreachable(project, error) };
  }
};

/** In production nobody's token comes from the emulator. */
const settingsOf = ({ isProduction, settings }: Given): Settings =>
  isProduction ? { ...settings, FIREBASE_AUTH_EMULATOR_HOST: '' } : settings;

if (import.meta.main) {
  const given = givenSettings(process.argv.slice(2));
  end('code' in given ? given : await changeAdmin(given.args, settingsOf(given)));
}
