import { inspectEnv } from '../../src/server/env.ts';
import { site } from '../../src/shared/site.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { type CommandResult, exitWith } from './command-result.ts';
import { type Finding, runChecks } from './doctor/check.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkFirebase } from './doctor/firebase.ts';
import { checkPayPal } from './doctor/paypal.ts';
import { checkPromises } from './doctor/promises.ts';
import { checkSenderDomain } from './doctor/sender-domain.ts';
import { checkSettings } from './doctor/settings.ts';
import { checkStorage, checkMail, checkSite } from './doctor/site.ts';
import { readCommandInput } from './run-command.ts';

const checks = [
  checkSettings,
  checkSite,
  checkDatabase,
  checkPayPal,
  checkFirebase,
  checkMail,
  checkSenderDomain,
  checkStorage,
  checkPromises,
];

/** `npm run doctor`: checks the environment whose settings the arguments name. */
export async function doctor(args: readonly string[]): Promise<CommandResult> {
  const input = readCommandInput(args);
  if ('code' in input) return input;
  if (input.args.length > 0) return { code: 2, text: 'npm run doctor [-- --production [settings-file]]' };
  applySettings(input.settings);
  return runDoctor(input.settings, input.appEnv);
}

/** Runs every check with these settings. The exit code is 1 if something is wrong. */
export async function runDoctor(settings: Settings, appEnv?: string): Promise<CommandResult> {
  const { env, problems } = inspectEnv(settings);
  const isLocal = env.APP_ENV === 'local';
  const siteUrl = (isLocal && settings.SITE_URL) || site.url;
  const findings = await runChecks(checks, { env, settings, problems, isLocal, appEnv, siteUrl });
  const count = (mark: Finding['state']) => String(findings.filter(({ state }) => state === mark).length);
  const lines = findings.map(
    // A driver's error message may have several lines.
    ({ name, state, text }) => `  ${state.padEnd(6)} ${name}: ${text.replaceAll(/\s+/g, ' ')}`,
  );
  const summary = `${count('good')} good, ${count('advice')} to improve, ${count('WRONG')} wrong, ${count('?')} not checked.`;
  return {
    code: count('WRONG') === '0' ? 0 : 1,
    text: redactSecrets([...lines, '', summary].join('\n'), settings),
  };
}

/** Replaces the values of secret settings, and the passwords in their addresses. `embedded` is a word, not a secret. */
export function redactSecrets(text: string, settings: Settings): string {
  return Object.entries(settings)
    .filter(([name]) => /SECRET|DATABASE_URL|MAIL_URL|SERVICE_ACCOUNT/.test(name))
    .flatMap(([, value]) => [value.replaceAll(/\s+/g, ' '), URL.parse(value)?.password ?? ''])
    .filter((secret) => secret !== '' && secret !== 'embedded')
    .reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text);
}

if (import.meta.main) exitWith(await doctor(process.argv.slice(2)));
