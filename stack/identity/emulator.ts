import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import type { Account } from './accounts-file.ts';

/** The auth emulator as a request listener, with the given accounts in it, and a look at all it holds now. */
export async function createEmulator(projectId: string, accounts: Account[]) {
  const { createApp, AgentProjectState } = load();
  const state = new AgentProjectState(projectId);
  for (const account of accounts) restore(state, account);
  const listener = await createApp(projectId, 0, new Map([[projectId, state]]));
  return { listener, accounts: (): Iterable<Account> => state.users.values() };
}

/** The parts of firebase-tools' private API in use; its version is pinned for their sake. */
interface ProjectState {
  users: Map<string, Account>;
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

function load(): EmulatorParts {
  const require = createRequire(import.meta.url);
  const folder = 'firebase-tools/lib/emulator/auth';
  // CommonJS without types: this is the one place that says what is inside.
  const spec = require(`${folder}/apiSpec.js`) as { default: EmulatorParts['spec'] };
  trim(spec.default);
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
  /^\/emulator\/v1\/projects\/\{targetProjectId\}\/(accounts|config|oobCodes)$/,
];

/**
 * Every schema of the description is compiled at the start, which takes most of it: unused paths,
 * Google's common query parameters and the checks of the emulator's own answers are left out.
 */
function trim(spec: EmulatorParts['spec']): void {
  const used = Object.entries(spec.paths).filter(([path]) => usedPaths.some((known) => known.test(path)));
  spec.paths = Object.fromEntries(used);
  for (const methods of Object.values(spec.paths))
    for (const [key, value] of Object.entries(methods)) {
      if (Array.isArray(value)) methods[key] = value.filter((parameter) => !('$ref' in parameter));
      else for (const answer of Object.values(value.responses ?? {})) withoutSchemas(answer.content);
    }
}

function withoutSchemas(content: Record<string, { schema?: object }> = {}): void {
  for (const media of Object.values(content)) delete media.schema;
}

function restore(state: ProjectState, account: Account): void {
  // The emulator derives these two from email and phone, and would list them twice.
  const derived = ['password', 'phone'];
  const providerUserInfo = account.providerUserInfo?.filter(
    ({ providerId }) => !derived.includes(providerId),
  );
  // An account that never signed in has no lastLoginAt; without the key it would get one now.
  state.overwriteUserWithLocalId(account.localId, { lastLoginAt: undefined, ...account, providerUserInfo });
}
