import { inspectEnv } from '../../src/server/env.ts';
import { site } from '../../src/shared/site.ts';
import { inProject } from '../../stack/paths.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { type Check, type Finding, runChecks } from './doctor/check.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkFirebase } from './doctor/firebase.ts';
import { checkMail } from './doctor/mail.ts';
import { checkPayPal } from './doctor/paypal.ts';
import { redactor } from './doctor/redact.ts';
import { checkReleases, checkHealth, checkPlaceholders } from './doctor/site.ts';
import { checkSettings } from './doctor/settings.ts';
import { type CommandResult, exitWith } from './command-result.ts';
import { readCommandInput } from './run-command.ts';

const checks: readonly Check[] = [
  checkSettings,
  checkPlaceholders,
  checkHealth,
  checkDatabase,
  checkPayPal,
  checkFirebase,
  checkMail,
  checkReleases,
];

const usage = `Checks the local stack, or a production environment:
  npm run doctor
  npm run doctor -- --production
  npm run doctor -- --production settings-file`;

/** `npm run doctor`: checks the environment whose settings the arguments name. */
export async function doctor(args: readonly string[]): Promise<CommandResult> {
  const input = readCommandInput(args);
  if ('code' in input) return input;
  if (input.args.length > 0) return { code: 2, text: usage };
  applySettings(input.settings);
  return runDoctor(input.settings, input.appEnv);
}

/** Runs every check with these settings. The exit code is 1 if something is wrong. */
export async function runDoctor(settings: Settings, appEnv?: string): Promise<CommandResult> {
  const { env, problems } = inspectEnv(settings);
  const isLocal = env.APP_ENV === 'local';
  const findings = await runChecks(checks, {
    env,
    settings,
    problems,
    isLocal,
    appEnv,
    siteUrl: (isLocal && settings.SITE_URL) || site.url,
    email: site.email,
    repository: site.repository.name,
    netlifyToml: inProject('netlify.toml'),
    releases: inProject('src/content/releases'),
  });
  return report(findings, redactor(settings, [site.url, site.email, site.repository.name]));
}

const marks = { good: 'good', advice: 'advice', wrong: 'WRONG', unchecked: '?' };

function report(findings: readonly Finding[], redact: (text: string) => string): CommandResult {
  const count = (state: Finding['state']) =>
    String(findings.filter((finding) => finding.state === state).length);
  const lines = findings.map(
    // A driver's error message may have several lines.
    ({ name, state, text }) => `  ${marks[state].padEnd(6)} ${name}: ${redact(text).replaceAll(/\s+/g, ' ')}`,
  );
  const summary = `${count('good')} good, ${count('advice')} to improve, ${count('wrong')} wrong, ${count('unchecked')} not checked.`;
  return { code: count('wrong') === '0' ? 0 : 1, text: [...lines, '', summary].join('\n') };
}

if (import.meta.main) exitWith(await doctor(process.argv.slice(2)));
