import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import type { EmulatorAccount } from './accounts-file.ts';

/** Creates the auth emulator with these accounts. Returns its request listener, and a function that lists all accounts. */
export async function createEmulator(projectId: string, accounts: EmulatorAccount[]) {
  const { createApp, AgentProjectState } = loadEmulatorParts();
  const state = new AgentProjectState(projectId);
  for (const account of accounts) restoreAccount(state, account);
  const listener = await createApp(projectId, 0, new Map([[projectId, state]]));
  return { listener, accounts: (): Iterable<EmulatorAccount> => state.users.values() };
}

/** The parts of firebase-tools' private API that are used here. They need its exact version: see docs/upgrades.md. */
interface ProjectState {
  users: Map<string, EmulatorAccount>;
  overwriteUserWithLocalId(localId: string, fields: object): unknown;
}
interface Operation {
  parameters?: object[];
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>;
}
interface EmulatorParts {
  spec: { paths: Record<string, Record<string, Operation | object[]>> };
  createApp(project: string, mode: number, states: Map<string, ProjectState>): Promise<RequestListener>;
  AgentProjectState: new (projectId: string) => ProjectState;
}

function loadEmulatorParts(): EmulatorParts {
  const require = createRequire(import.meta.url);
  const folder = 'firebase-tools/lib/emulator/auth';
  // firebase-tools is CommonJS without types.
  const spec = require(`${folder}/apiSpec.js`) as { default: EmulatorParts['spec'] };
  trimDescription(spec.default);
  const { logger } = require('firebase-tools/lib/logger.js') as { logger: { silent: boolean } };
  logger.silent = true;
  const server = require(`${folder}/server.js`) as Pick<EmulatorParts, 'createApp'>;
  const state = require(`${folder}/state.js`) as Pick<EmulatorParts, 'AgentProjectState'>;
  return { spec: spec.default, createApp: server.createApp, AgentProjectState: state.AgentProjectState };
}

const usedPaths = [
  /^\/v1\/accounts:(createAuthUri|delete|lookup|resetPassword|sendOobCode|signUp|update)$/,
  /^\/v1\/accounts:signInWith(Password|CustomToken|EmailLink)$/,
  /^\/v1\/projects(\/\{targetProjectId\}(\/accounts)?(:\w+)?)?$/,
  /^\/v1\/(token|sessionCookiePublicKeys)$/,
  /^\/v2\/(projects\/\{targetProjectId\}\/config|passwordPolicy)$/,
  /^\/v2\/accounts\/mfa(Enrollment|SignIn):(start|finalize|withdraw)$/,
  /^\/emulator\/v1\/projects\/\{targetProjectId\}\/(accounts|config|oobCodes|verificationCodes)$/,
];

/**
 * Removes unused paths, Google's common query parameters and the schemas of answers from the API description. The emulator
 * compiles every schema at its start, which takes most of the time.
 */
function trimDescription(spec: EmulatorParts['spec']): void {
  const usedEntries = Object.entries(spec.paths).filter(([path]) =>
    usedPaths.some((pattern) => pattern.test(path)),
  );
  spec.paths = Object.fromEntries(usedEntries);
  for (const methods of Object.values(spec.paths))
    for (const [key, value] of Object.entries(methods)) {
      if (Array.isArray(value)) methods[key] = value.filter((parameter) => !('$ref' in parameter));
      else for (const answer of Object.values(value.responses ?? {})) deleteSchemas(answer.content);
    }
}

function deleteSchemas(content: Record<string, { schema?: object }> = {}): void {
  for (const media of Object.values(content)) delete media.schema;
}

function restoreAccount(state: ProjectState, account: EmulatorAccount): void {
  // The emulator derives these providers from email and phone, and would list them twice.
  const derived = ['password', 'phone'];
  const providerUserInfo = account.providerUserInfo?.filter(
    ({ providerId }) => !derived.includes(providerId),
  );
  // An account that never signed in has no lastLoginAt. Without the key, the emulator would set it to now.
  state.overwriteUserWithLocalId(account.localId, { lastLoginAt: undefined, ...account, providerUserInfo });
}
