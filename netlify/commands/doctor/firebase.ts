import { cert } from 'firebase-admin/app';
import * as z from 'zod/mini';
import type { Env } from '../../../src/server/env.ts';
import { roleOf } from '../../../src/shared/roles.ts';
import { readServiceAccount } from '../service-account.ts';
import { advice, type Check, type Environment, type Finding, good, unchecked, wrong } from './check.ts';

/** Checks that people can sign in: the service account, the API key, the project's configuration and an admin. */
export const checkFirebase: Check = {
  name: 'Firebase',
  needs: /FIREBASE|SECOND_FACTOR/,
  help: 'On 400 copy the API key of the web app. On 404 press Get started in Authentication. Else generate a new private key: Project settings, Service accounts.',
  run: async (environment) => {
    const { env } = environment;
    const { PUBLIC_FIREBASE_PROJECT_ID: project, PUBLIC_FIREBASE_API_KEY: key = '' } = env;
    if (project === undefined) return [unchecked('without PUBLIC_FIREBASE_PROJECT_ID nobody can sign in')];
    const token = await fetchToken(env, project);
    await call(env, `/v1/projects?key=${key}`);
    const config = await call(env, `/v2/projects/${project}/config`, token);
    const accounts = await call(env, `/v1/projects/${project}/accounts:batchGet?maxResults=1000`, token);
    const faults = inspectConfig(configShape.parse(config), environment);
    return [
      good(`${project} answers, and accepts the API key`),
      ...(faults.length > 0 ? faults.map(wrong) : [good('suits the site, as far as it can be read')]),
      inspectStaff(accountsShape.parse(accounts).users, env),
    ];
  },
};

/** Returns a token of the service account. The emulator accepts the word `owner` as an administrator's. */
async function fetchToken(env: Env, projectId: string): Promise<string> {
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined) return 'owner';
  const account = readServiceAccount(env.FIREBASE_SERVICE_ACCOUNT);
  if (account?.project_id !== projectId)
    throw new Error(`FIREBASE_SERVICE_ACCOUNT is not of the project ${projectId}`);
  const { client_email: clientEmail, private_key: privateKey } = account;
  return (await cert({ projectId, clientEmail, privateKey }).getAccessToken()).access_token;
}

/** Sends a GET to Firebase's REST API. */
async function call(env: Env, path: string, token?: string): Promise<unknown> {
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  const base = emulator === undefined ? 'https://' : `http://${emulator}/`;
  const response = await fetch(`${base}identitytoolkit.googleapis.com${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(8_000),
  });
  if (!response.ok) throw new Error(`${path} answers ${String(response.status)}`);
  return response.json();
}

const flag = z.optional(z.boolean());
const text = z.optional(z.string());
/** The checked fields of GET /v2/projects/{id}/config. Firebase omits false values. */
const configShape = z.object({
  signIn: part({ email: part({ enabled: flag }) }),
  client: part({ permissions: part({ disabledUserSignup: flag }) }),
  authorizedDomains: z.optional(z.array(z.string())),
  emailPrivacyConfig: part({ enableImprovedEmailPrivacy: flag }),
  notification: part({ sendEmail: part({ callbackUri: text }) }),
  mfa: part({ providerConfigs: z.optional(z.array(z.object({ state: text }))) }),
});

function part<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.optional(z.object(shape));
}

/** Returns the wrong settings of Authentication in Firebase's console. The emulator does not have them. */
function inspectConfig(
  { authorizedDomains: domains, emailPrivacyConfig: privacy, ...config }: z.infer<typeof configShape>,
  { env, siteUrl, isLocal }: Environment,
): readonly string[] {
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined && !domains) return [];
  const { hostname } = new URL(siteUrl);
  const resetAddress = `${siteUrl}/reset-password`;
  const mailAddress = config.notification?.sendEmail?.callbackUri ?? resetAddress;
  const hasApps = config.mfa?.providerConfigs?.some(({ state }) => state === 'ENABLED');
  return [
    !config.signIn?.email?.enabled && 'Email/Password is off. Enable it: Sign-in method.',
    config.client?.permissions?.disabledUserSignup && 'nobody can sign up: Settings, User actions.',
    !privacy?.enableImprovedEmailPrivacy && 'email enumeration protection is off: Settings, User actions.',
    !domains?.includes(hostname) && `${hostname} is no authorized domain. Add it: Settings.`,
    !isLocal && domains?.includes('localhost') && 'localhost is an authorized domain. Remove it.',
    env.ADMIN_SECOND_FACTOR && !hasApps && 'no authenticator app is allowed: docs/deploy.md, section 9.',
    mailAddress !== resetAddress && `mails do not lead to ${resetAddress}: Templates, Customize action URL.`,
  ].filter((fault) => typeof fault === 'string');
}

const accountShape = z.object({
  email: z._default(z.string(), 'an account without email'),
  customAttributes: z._default(z.string(), '{}'),
  mfaInfo: z.optional(z.array(z.unknown())),
});
const accountsShape = z.object({ users: z._default(z.array(accountShape), []) });
const claimsShape = z.record(z.string(), z.unknown());

/** Looks for an admin, and for people with a role who lack a required second factor. */
function inspectStaff(users: readonly z.infer<typeof accountShape>[], env: Env): Finding {
  const staff = users
    .map((user) => ({ ...user, role: roleOf(claimsShape.parse(JSON.parse(user.customAttributes))) }))
    .filter(({ role }) => role !== null);
  const locked = staff.filter(({ mfaInfo }) => !mfaInfo).map(({ email }) => email);
  if (env.ADMIN_SECOND_FACTOR && locked.length > 0)
    return wrong(`these people lack the second factor that their role needs: ${locked.join(', ')}.`);
  if (staff.some(({ role }) => role === 'admin')) return good('has an admin');
  const help = 'Sign up, reset the password, then: npm run admin:grant -- EMAIL --production';
  return (users.length < 1_000 ? wrong : advice)(`none of the first 1,000 accounts is an admin. ${help}`);
}
