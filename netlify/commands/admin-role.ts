import { changeRole } from '../../src/server/clients/firebase/change-role.ts';
import { isRole, type Role, roles } from '../../src/shared/roles.ts';
import type { Settings } from '../../stack/settings.ts';
import { type CommandResult, exitWith } from './command-result.ts';
import { isResult, noAccount, withFirebaseProject, withOwnEmulator } from './firebase-project.ts';
import { readCommandInput } from './run-command.ts';

/** `npm run admin:grant` and `admin:revoke`: changes the role of the account with an email. */
export async function changeAdminRole(
  [verb, ...args]: readonly string[],
  settings: Settings,
): Promise<CommandResult> {
  const change = verb === 'revoke' ? revokedRole(args) : verb === 'grant' ? grantedRole(args) : null;
  if (!change) return { code: 2, text: verb === 'revoke' ? revokeUsage : grantUsage };
  const { email, role } = change;
  return withFirebaseProject(settings, async (project) => {
    const result = await changeRole(project, email, {
      role,
      allowUnconfirmedEmail: project.emulatorHost !== undefined,
    });
    if (result === 'no-account') return noAccount(project, email);
    if (result === 'changed') return { code: 0, text: `${email} ${successText(role)}` };
    return {
      code: 3,
      text: `The email ${email} is not confirmed, and anybody could have signed up with it. Ask the person to reset their password on /forgot-password. That confirms the email and ends all sessions. Then grant again.`,
    };
  });
}

const grantUsage = `Name the email of one account, and a role (${roles.join(', ')}) if it is not admin: npm run admin:grant -- person@mail.example --role finance`;
const revokeUsage = 'Name the email of one account: npm run admin:revoke -- person@mail.example';

interface RoleRequest {
  readonly email: string;
  readonly role: Role | null;
}

function grantedRole([email, flag, role = 'admin', ...rest]: readonly string[]): RoleRequest | null {
  const isComplete = (flag === undefined || flag === '--role') && rest.length === 0;
  return email?.includes('@') && isComplete && isRole(role) ? { email, role } : null;
}

function revokedRole([email, ...rest]: readonly string[]): RoleRequest | null {
  return email?.includes('@') && rest.length === 0 ? { email, role: null } : null;
}

const refreshHint = "It shows once the person presses 'Refresh Claims' on /admin or signs in again";

function successText(role: Role | null): string {
  if (role === null) return `no longer has a role. ${refreshHint}; the server refuses them from now on.`;
  const name = { admin: 'an admin', finance: 'in the finance role', viewer: 'a viewer' }[role];
  return `is ${name} now. ${refreshHint}.`;
}

if (import.meta.main) {
  const input = readCommandInput(process.argv.slice(2));
  if ('code' in input) exitWith(input);
  const { args, settings, isProduction } = input;
  // With --production, the command must not change an account of the emulator.
  const target = isProduction
    ? { ...settings, FIREBASE_AUTH_EMULATOR_HOST: '' }
    : await withOwnEmulator(settings);
  exitWith(isResult(target) ? target : await changeAdminRole(args, target));
}
