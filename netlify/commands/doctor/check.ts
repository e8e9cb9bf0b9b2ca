import type { Env } from '../../../src/server/env.ts';
import type { Settings } from '../../../stack/settings.ts';
import { rootMessage } from '../command-result.ts';

/** A line of the report. `advice` is a possible improvement. `unchecked` gives the reason why nothing was checked. */
export interface Finding {
  readonly name: string;
  readonly state: 'good' | 'advice' | 'wrong' | 'unchecked';
  /** Completes the sentence that `name` begins ('database' 'answers'). Says what to do if something is wrong. */
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
  /** Support address shown on the site. */
  readonly email: string;
  /** GitHub repository, as owner/name. */
  readonly repository: string;
  /** Path of netlify.toml. */
  readonly netlifyToml: string;
  /** Folder of the release files. */
  readonly releases: string;
}

export interface Check {
  readonly name: string;
  /** The check is skipped if one of these settings is missing or refused. */
  readonly needs?: readonly (keyof Env)[];
  readonly timeoutMs?: number;
  /** A thrown error becomes a `wrong` finding. */
  readonly run: (environment: Environment) => readonly Finding[] | Promise<readonly Finding[]>;
}

/** Runs checks in parallel and returns their findings in the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  environment: Environment,
): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map((check) => runCheck(check, environment)))).flat();
}

async function runCheck(check: Check, environment: Environment): Promise<readonly Finding[]> {
  const { name, needs = [], timeoutMs = 20_000 } = check;
  const { wrong, unchecked } = findings(name);
  const missing = needs.filter((setting) =>
    environment.problems.some((problem) => new RegExp(`^${setting}\\b`).test(problem)),
  );
  if (missing.length > 0) return [unchecked(`it needs ${missing.join(' and ')}`)];
  const timeout = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    timeout.resolve([wrong(`did not answer within ${String(timeoutMs / 1_000)} seconds.`)]);
  }, timeoutMs);
  try {
    return await Promise.race([check.run(environment), timeout.promise]);
  } catch (error) {
    return [wrong(rootMessage(error))];
  } finally {
    clearTimeout(timer);
  }
}

/** Creates findings under one name. */
export function findings(name: string) {
  return {
    good: (text: string): Finding => ({ name, state: 'good', text }),
    advice: (text: string): Finding => ({ name, state: 'advice', text }),
    wrong: (text: string): Finding => ({ name, state: 'wrong', text }),
    unchecked: (reason: string): Finding => ({
      name,
      state: 'unchecked',
      text: `not checked here: ${reason}`,
    }),
  };
}

/** Finding for a failed request. In the local stack a service may be stopped, which is not an error. */
export function unreachable(name: string, address: string, error: unknown, isLocal: boolean): Finding {
  const reason = rootMessage(error);
  return isLocal && /ECONNREFUSED|other side closed/.test(reason)
    ? findings(name).unchecked(`nothing answers at ${address}; start it with npm start`)
    : findings(name).wrong(`${address} cannot be reached (${reason}). Check the address and the network.`);
}
