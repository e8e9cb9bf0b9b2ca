import { cert } from 'firebase-admin/app';
import * as z from 'zod/mini';
import type { Env } from '../../../src/server/env.ts';
import { roleOf } from '../../../src/shared/roles.ts';
import { rootMessage } from '../command-result.ts';
import { readServiceAccount } from '../service-account.ts';
import { type Check, type Environment, type Finding, findings, unreachable } from './check.ts';

const { good, wrong, unchecked } = findings('Firebase');

/** Checks that people can sign in: the service account, the API key, the project's configuration and an admin. */
export const checkFirebase: Check = {
  name: 'Firebase',
  needs: [
    'PUBLIC_FIREBASE_PROJECT_ID',
    'PUBLIC_FIREBASE_API_KEY',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_SERVICE_ACCOUNT',
    'ADMIN_SECOND_FACTOR',
  ],
  run: async (environment) => {
    const { env, isLocal } = environment;
    const { PUBLIC_FIREBASE_PROJECT_ID: projectId, FIREBASE_AUTH_EMULATOR_HOST: emulator } = env;
    if (projectId === undefined)
      return [unchecked('PUBLIC_FIREBASE_PROJECT_ID is not set, so accounts are switched off')];
    // The emulator accepts this token as an administrator's.
    let token = 'owner';
    if (emulator === undefined) {
      const account = readServiceAccount(env.FIREBASE_SERVICE_ACCOUNT);
      if (account?.project_id !== projectId)
        return [
          wrong(
            `FIREBASE_SERVICE_ACCOUNT belongs to ${account?.project_id ?? 'no project'}, and PUBLIC_FIREBASE_PROJECT_ID is ${projectId}. ${newKeyAdvice}`,
          ),
        ];
      try {
        const { client_email: clientEmail, private_key: privateKey } = account;
        token = (await cert({ projectId, clientEmail, privateKey }).getAccessToken()).access_token;
      } catch (error) {
        return [wrong(`the service account cannot sign in (${rootMessage(error)}). ${newKeyAdvice}`)];
      }
    }
    try {
      return await inspectProject(environment, projectId, token);
    } catch (error) {
      return [unreachable('Firebase', emulator ?? identityToolkit, error, isLocal)];
    }
  },
};

const newKeyAdvice =
  'If the network is up, generate a new private key of the project: Project settings, Service accounts.';

const identityToolkit = 'identitytoolkit.googleapis.com';

async function inspectProject(
  environment: Environment,
  projectId: string,
  token: string,
): Promise<readonly Finding[]> {
  const { env } = environment;
  const project = encodeURIComponent(projectId);
  const { status, body } = await call(env, `/v2/projects/${project}/config`, token);
  if (status !== 200)
    return [
      wrong(
        `${projectId} answers ${String(status)}. ${status === 404 ? 'Open Authentication in the console, and press Get started.' : newKeyAdvice}`,
      ),
    ];
  const key = await call(env, `/v1/projects?key=${encodeURIComponent(env.PUBLIC_FIREBASE_API_KEY ?? '')}`);
  return [
    good(`${projectId} answers`),
    key.status === 200
      ? good('the API key is accepted')
      : wrong(
          `the API key is refused (${String(key.status)}). Copy the key of the web app into PUBLIC_FIREBASE_API_KEY, and allow it the Identity Toolkit API.`,
        ),
    ...inspectConfig(configShape.parse(body), environment),
    await checkAdmins(env, `/v1/projects/${project}/accounts:batchGet`, token),
  ];
}

/** Sends a GET to Firebase's REST API. */
async function call(env: Env, path: string, token?: string) {
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  const base = emulator === undefined ? 'https://' : `http://${emulator}/`;
  const response = await fetch(base + identityToolkit + path, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(8_000),
  });
  return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
}

/** The checked fields of GET /v2/projects/{id}/config. Firebase omits false values. */
const configShape = z.object({
  signIn: z.optional(z.object({ email: z.optional(z.object({ enabled: z.optional(z.boolean()) })) })),
  client: z.optional(
    z.object({ permissions: z.optional(z.object({ disabledUserSignup: z.optional(z.boolean()) })) }),
  ),
  authorizedDomains: z.optional(z.array(z.string())),
  emailPrivacyConfig: z.optional(z.object({ enableImprovedEmailPrivacy: z.optional(z.boolean()) })),
  notification: z.optional(
    z.object({ sendEmail: z.optional(z.object({ callbackUri: z.optional(z.string()) })) }),
  ),
  mfa: z.optional(
    z.object({
      providerConfigs: z.optional(
        z.array(z.object({ state: z.optional(z.string()), totpProviderConfig: z.optional(z.object({})) })),
      ),
    }),
  ),
});

/** True if accounts of the project can have an authenticator app as their second factor. */
function allowsApps({ mfa }: z.infer<typeof configShape>): boolean {
  const providers = mfa?.providerConfigs ?? [];
  return providers.some(({ state, totpProviderConfig: app }) => state === 'ENABLED' && app !== undefined);
}

/** Finds settings of the project that do not suit the site. */
function inspectConfig(
  config: z.infer<typeof configShape>,
  { env, siteUrl, isLocal }: Environment,
): readonly Finding[] {
  const { authorizedDomains: domains } = config;
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined && !domains)
    return [unchecked('the emulator does not report its sign-in methods, domains and mails')];
  const { hostname } = new URL(siteUrl);
  const mailAddress = config.notification?.sendEmail?.callbackUri;
  const resetAddress = `${siteUrl}/reset-password`;
  const faults = [
    !config.signIn?.email?.enabled &&
      'sign-in by password is off. Enable Email/Password: Authentication, Sign-in method.',
    config.client?.permissions?.disabledUserSignup &&
      'nobody can sign up. Enable create (sign-up): Authentication, Settings, User actions.',
    !config.emailPrivacyConfig?.enableImprovedEmailPrivacy &&
      'email enumeration protection is off, so strangers learn who has an account. Switch it on: Authentication, Settings, User actions.',
    !domains?.includes(hostname) &&
      `${hostname} is not an authorized domain. Add it: Authentication, Settings, Authorized domains.`,
    !isLocal &&
      domains?.includes('localhost') &&
      'localhost is an authorized domain. Remove it: Authentication, Settings, Authorized domains.',
    env.ADMIN_SECOND_FACTOR === 'required' &&
      !allowsApps(config) &&
      'ADMIN_SECOND_FACTOR is required, and the project allows no authenticator apps, so no role counts. See docs/deploy.md, section 9.',
    mailAddress !== undefined &&
      mailAddress !== resetAddress &&
      `mails do not lead to ${resetAddress}. Customize action URL: Authentication, Templates, Password reset.`,
  ].filter((fault) => typeof fault === 'string');
  return [
    ...(faults.length > 0 ? faults.map(wrong) : [good('is configured for the site')]),
    ...(mailAddress === undefined
      ? [unchecked(`whether mails lead to ${resetAddress}. Ask for a password reset, and look at the link`)]
      : []),
  ];
}

const claimsShape = z.record(z.string(), z.unknown());

const accountsShape = z.object({
  users: z._default(
    z.array(
      z.object({
        email: z.optional(z.string()),
        customAttributes: z._default(z.string(), '{}'),
        mfaInfo: z.optional(z.array(z.object({}))),
      }),
    ),
    [],
  ),
});

/** Looks for an admin, and for people with a role who lack a required second factor, in the first 1,000 accounts. */
async function checkAdmins(env: Env, path: string, token: string): Promise<Finding> {
  const { status, body } = await call(env, `${path}?maxResults=1000`, token);
  if (status !== 200) return wrong(`the list of accounts answers ${String(status)}. ${newKeyAdvice}`);
  const { users } = accountsShape.parse(body);
  const staff = users
    .map((user) => ({ ...user, role: roleOf(claimsShape.parse(JSON.parse(user.customAttributes))) }))
    .filter(({ role }) => role !== null);
  const locked = staff.filter(({ mfaInfo = [] }) => mfaInfo.length === 0);
  if (env.ADMIN_SECOND_FACTOR === 'required' && locked.length > 0)
    return wrong(
      `these people have no second factor, so their role does not count: ${locked.map(({ email = 'an account without email' }) => email).join(', ')}. They set one up on /account.`,
    );
  if (staff.some(({ role }) => role === 'admin')) return good('there is an admin');
  return users.length < 1_000
    ? wrong(
        'there is no admin. Sign up on the site, follow the link of a password reset, then: npm run admin:grant -- EMAIL --production',
      )
    : unchecked('none of the first 1,000 accounts is an admin, and the others were not read');
}
