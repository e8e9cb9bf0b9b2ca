import * as z from 'zod/mini';
import { readServiceAccount } from '../service-account.ts';
import { about, type Check, type Finding, type Patient } from './check.ts';
import { examineAdmins } from './firebase-admins.ts';
import { type Answer, bearerOf, createFirebaseApi, type FirebaseApi } from './firebase-api.ts';
import { configShape, examineConfig } from './firebase-config.ts';
import { isRefused, isUnreachable, whyOf } from './why.ts';

const project = about('Firebase');
const key = about("Firebase's key");

/** GET /v1/projects, in part: what the project of a key says to everybody. */
const publicShape = z.object({ authorizedDomains: z.optional(z.array(z.string())) });

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

/** Whether the key is taken, and is one of the project: projects differ in their domains, since each has one of its own. */
const examineKey = async (
  api: FirebaseApi,
  apiKey: string,
  ofProject: readonly string[] | undefined,
): Promise<Finding> => {
  const { status, body } = await api(`/v1/projects?key=${encodeURIComponent(apiKey)}`, null);
  if (status !== 200)
    return key.wrong(
      `is refused (${String(status)}). Copy the web app's into PUBLIC_FIREBASE_API_KEY, and let it reach the Identity Toolkit API.`,
    );
  const { authorizedDomains: ofKey } = publicShape.parse(body);
  return !ofKey || !ofProject || isSame(ofKey, ofProject)
    ? key.good('is taken')
    : key.wrong(
        "belongs to another project, and nobody who signs in would be known. Copy the key of this project's web app into PUBLIC_FIREBASE_API_KEY.",
      );
};

const configFault = ({ status }: Answer, projectId: string): string => {
  if (status === 404)
    return `${projectId} has no Authentication yet. Open it in the console, and press Get started.`;
  if (status === 401 || status === 403)
    return `the service account may not read ${projectId}. Generate a key of its own: Project settings, Service accounts.`;
  return `${projectId} answers ${String(status)}.`;
};

const examineProject = async (
  patient: Patient,
  projectId: string,
  bearer: string,
): Promise<readonly Finding[]> => {
  const { env, siteUrl, isLocal } = patient;
  const api = createFirebaseApi(env);
  const answer = await api(`/v2/projects/${encodeURIComponent(projectId)}/config`, bearer);
  if (answer.status !== 200) return [project.wrong(configFault(answer, projectId))];
  const config = configShape.parse(answer.body);
  const isEmulator = env.FIREBASE_AUTH_EMULATOR_HOST !== undefined;
  return [
    project.good(`${projectId} answers${isEmulator ? '' : ', and the service account is let in'}`),
    await examineKey(api, env.PUBLIC_FIREBASE_API_KEY ?? '', config.authorizedDomains),
    ...examineConfig(config, { siteUrl, isLocal, isEmulator }),
    await examineAdmins(api, projectId, bearer),
  ];
};

/** Why Firebase cannot be asked. */
export const askingFault = (error: unknown, emulator: string | undefined): Finding => {
  const why = whyOf(error);
  if (emulator !== undefined && isRefused(error))
    return project.unchecked(`the emulator does not answer at ${emulator}; npm start runs it`);
  if (isUnreachable(error))
    return project.unchecked(`Google cannot be reached; is there a network? (${why})`);
  // Google's answer to a key that it does not know.
  if (/invalid_grant|invalid_client|account not found/i.test(why))
    return project.wrong(
      `the service account is not let in (${why}). Was its key deleted? Generate another: Project settings, Service accounts.`,
    );
  return project.wrong(`cannot be asked (${why}).`);
};

/** Whether people can sign in: the project, its settings, the service account, and an admin. */
export const checkFirebase: Check = {
  name: 'Firebase',
  needs: [
    'PUBLIC_FIREBASE_PROJECT_ID',
    'PUBLIC_FIREBASE_API_KEY',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_SERVICE_ACCOUNT',
  ],
  run: async (patient) => {
    const { env } = patient;
    const { PUBLIC_FIREBASE_PROJECT_ID: projectId, FIREBASE_AUTH_EMULATOR_HOST: emulator } = env;
    if (projectId === undefined)
      return [project.unchecked('PUBLIC_FIREBASE_PROJECT_ID is not set, so accounts are switched off')];
    const account = readServiceAccount(env.FIREBASE_SERVICE_ACCOUNT);
    if (emulator === undefined && account?.project_id !== projectId)
      return [
        project.wrong(
          account
            ? `FIREBASE_SERVICE_ACCOUNT belongs to ${account.project_id}, and PUBLIC_FIREBASE_PROJECT_ID says ${projectId}. Generate a key of that project.`
            : 'FIREBASE_SERVICE_ACCOUNT has no project_id, client_email and private_key. Put the whole JSON on one line.',
        ),
      ];
    try {
      return await examineProject(patient, projectId, await bearerOf(env));
    } catch (error) {
      return [askingFault(error, emulator)];
    }
  },
};
