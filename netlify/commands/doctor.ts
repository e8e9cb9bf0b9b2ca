import { inspectEnv } from '../../src/server/env.ts';
import { site } from '../../src/shared/site.ts';
import { inProject } from '../../stack/paths.ts';
import { applySettings, type Settings } from '../../stack/settings.ts';
import type { Check, Finding, Patient } from './doctor/check.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkEvents } from './doctor/events.ts';
import { checkFirebase } from './doctor/firebase.ts';
import { checkInstallers } from './doctor/installers.ts';
import { checkPayPal } from './doctor/paypal.ts';
import { redactor } from './doctor/redact.ts';
import { checkReleases } from './doctor/releases.ts';
import { checkRepository } from './doctor/repository.ts';
import { runChecks } from './doctor/run-checks.ts';
import { checkNode, checkServiceCredentials, checkSettings } from './doctor/settings.ts';
import { checkEmail, checkSite } from './doctor/site.ts';
import { givenSettings } from './given-settings.ts';
import { end, type Outcome } from './outcome.ts';

const checks: readonly Check[] = [
  checkNode,
  checkSettings,
  checkServiceCredentials,
  checkSite,
  checkEmail,
  checkRepository,
  checkDatabase,
  checkPayPal,
  checkEvents,
  checkFirebase,
  checkReleases,
  checkInstallers,
];

const usage = `What is to be examined? The local stack, or an environment of production:
  npm run doctor
  npm run doctor -- --production
  npm run doctor -- --production settings-file`;

/** What a test brings of its own; else it is the project's. */
export interface Places {
  /** APP_ENV as the examined settings have it. */
  readonly appEnv?: string;
  readonly netlifyToml?: string;
  readonly releases?: string;
}

const marks = { good: 'good', advice: 'advice', wrong: 'WRONG', unchecked: '?' };

const report = (findings: readonly Finding[], settings: Settings): Outcome => {
  const clean = redactor(settings, [site.url, site.email, site.repository.name]);
  const count = (state: Finding['state']) => String(findings.filter((found) => found.state === state).length);
  const lines = findings.map(
    ({ name, state, text }) =>
      // One line each, whatever a driver's message holds.
      `  ${marks[state].padEnd(6)} ${name}: ${clean(text).replaceAll(/\s+/g, ' ')}`,
  );
  return {
    code: findings.some(({ state }) => state === 'wrong') ? 1 : 0,
    text: [
      ...lines,
      '',
      `${count('good')} good, ${count('advice')} to improve, ${count('wrong')} wrong, ${count('unchecked')} not checked.`,
    ].join('\n'),
  };
};

/** Checks an environment by its settings, as a person reads it: exit code 1 where something is wrong. */
export const examine = async (settings: Settings, places: Places = {}): Promise<Outcome> => {
  const { env, problems } = inspectEnv(settings);
  const isLocal = env.APP_ENV === 'local';
  const patient: Patient = {
    env,
    given: settings,
    // Each begins with the name of its setting.
    unusable: new Set(problems.map((line) => /^\w+/.exec(line)?.[0] ?? '')),
    isLocal,
    appEnv: places.appEnv,
    siteUrl: (isLocal && settings.SITE_URL) || site.url,
    email: site.email,
    repository: site.repository.name,
    netlifyToml: places.netlifyToml ?? inProject('netlify.toml'),
    releases: places.releases ?? inProject('src/content/releases'),
  };
  return report(await runChecks(checks, patient), settings);
};

/** APP_ENV as the settings of production have it, which are read without it. */
export const appEnvOf = (args: readonly string[]): string | undefined => {
  const given = givenSettings(args);
  return 'code' in given || !given.isProduction ? undefined : given.appEnv;
};

/** `npm run doctor`: the settings that its arguments name, or how to ask. */
export const settingsOf = (args: readonly string[]): Settings | Outcome => {
  const given = givenSettings(args);
  if ('code' in given) return given;
  return given.args.length > 0 ? { code: 2, text: usage } : given.settings;
};

const isOutcome = (found: Settings | Outcome): found is Outcome => typeof found.code === 'number';

if (import.meta.main) {
  const settings = settingsOf(process.argv.slice(2));
  if (isOutcome(settings)) end(settings);
  else {
    applySettings(settings);
    const appEnv = appEnvOf(process.argv.slice(2));
    end(await examine(settings, { ...(appEnv !== undefined && { appEnv }) }));
  }
}
