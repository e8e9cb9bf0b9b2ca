import type { Env } from '../../../src/server/env.ts';
import type { Settings } from '../../../stack/settings.ts';
import { rootMessage } from '../command-result.ts';

/** A line of the report. `advice` is a possible improvement. `?` gives the reason why nothing was checked. */
export interface Finding {
  readonly state: 'good' | 'advice' | 'WRONG' | '?';
  readonly text: string;
}

/** The environment to check. */
export interface Environment {
  readonly env: Env;
  /** The settings that `env` was parsed from. */
  readonly settings: Settings;
  /** Missing and refused settings. Each line begins with the name of the setting. */
  readonly problems: readonly string[];
  readonly isLocal: boolean;
  /** APP_ENV of a production environment, where it must not be set. `settings` does not contain it. */
  readonly appEnv?: string | undefined;
  /** Origin of the site, `https://kithbook.example`. */
  readonly siteUrl: string;
}

export interface Check {
  readonly name: string;
  /** The settings without which the check is skipped. */
  readonly needs?: RegExp;
  /** A thrown error becomes a wrong finding. */
  readonly run: (environment: Environment) => readonly Finding[] | Promise<readonly Finding[]>;
  /** Advice about a thrown error. */
  readonly help?: string;
}

/** Runs checks in parallel and returns their findings in the order of the checks. */
export async function runChecks(checks: readonly Check[], environment: Environment) {
  const findings = checks.map(async (check) =>
    (await runCheck(check, environment)).map((finding) => ({ name: check.name, ...finding })),
  );
  return (await Promise.all(findings)).flat();
}

async function runCheck({ needs, run, help = '' }: Check, environment: Environment) {
  const { problems, isLocal } = environment;
  const missing = problems.filter((problem) => needs?.test(problem));
  if (missing.length > 0) return [unchecked(missing.join('; '))];
  try {
    return await run(environment);
  } catch (error) {
    const reason = rootMessage(error);
    // A service of the local stack may be stopped, which is not an error.
    return isLocal && /ECONNREFUSED|other side closed/.test(reason)
      ? [unchecked(`${reason}; start the stack with npm start`)]
      : [wrong(`${reason}. ${help}`)];
  }
}

export const good = findingOf('good');
export const advice = findingOf('advice');
export const wrong = findingOf('WRONG');
export const unchecked = findingOf('?');

function findingOf(state: Finding['state']) {
  return (text: string): Finding => ({ state, text });
}
