import { inspectEnv } from '../../src/server/env.ts';
import { site } from '../../src/shared/site.ts';
import { inProject } from '../../stack/paths.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import { type Check, type Finding, runChecks } from './doctor/check.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkFirebase } from './doctor/firebase.ts';
import { checkPayPal } from './doctor/paypal.ts';
import { redactor } from './doctor/redact.ts';
import { checkReleases } from './doctor/releases.ts';
import { checkHealth, checkPlaceholders, checkSettings } from './doctor/settings.ts';
import { givenSettings } from './given-settings.ts';
import { end, type Outcome } from './outcome.ts';

const checks: readonly Check[] = [
  checkSettings,
  checkPlaceholders,
  checkHealth,
  checkDatabase,
  checkPayPal,
  checkFirebase,
  checkReleases,
];

const usage = `Checks the local stack, or a production environment:
  npm run doctor
  npm run doctor -- --production
  npm run doctor -- --production settings-file`;

/** `npm run doctor`: checks the environment whose settings the arguments name. */
export async function doctor(args: readonly string[]): Promise<Outcome> {
  const given = givenSettings(args);
  if ('code' in given) return given;
  if (given.args.length > 0) return { code: 2, text: usage };
  applySettings(given.settings);
  return runDoctor(given.settings, given.appEnv);
}

/** Runs every check with these settings. The exit code is 1 if something is wrong. */
export async function runDoctor(settings: Settings, appEnv?: string): Promise<Outcome> {
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

function report(findings: readonly Finding[], redact: (text: string) => string): Outcome {
  const count = (state: Finding['state']) =>
    String(findings.filter((finding) => finding.state === state).length);
  const lines = findings.map(
    // A driver's error message may have several lines.
    ({ name, state, text }) => `  ${marks[state].padEnd(6)} ${name}: ${redact(text).replaceAll(/\s+/g, ' ')}`,
  );
  const summary = `${count('good')} good, ${count('advice')} to improve, ${count('wrong')} wrong, ${count('unchecked')} not checked.`;
  return { code: count('wrong') === '0' ? 0 : 1, text: [...lines, '', summary].join('\n') };
}

if (import.meta.main) end(await doctor(process.argv.slice(2)));
