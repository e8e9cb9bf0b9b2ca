import type { Env } from '../../../src/server/env.ts';
import type { Settings } from '../../../stack/settings.ts';

/**
 * One thing that was looked at. `advice`: it works, and could work better. `unchecked` is not good: it says why nobody can
 * tell from here.
 */
export interface Finding {
  readonly name: string;
  readonly state: 'good' | 'advice' | 'wrong' | 'unchecked';
  /** One line: what is so, and for what is wrong, what to do. */
  readonly text: string;
}

/** A configured environment, as the checks see it. */
export interface Patient {
  readonly env: Env;
  /** What `env` was made from. */
  readonly given: Settings;
  /** The settings that are missing or refused, by name. */
  readonly unusable?: ReadonlySet<string>;
  /** Whether the stand-ins of the local stack are meant. */
  readonly isLocal: boolean;
  /** What APP_ENV says where production is examined, which ignores it otherwise. */
  readonly appEnv?: string | undefined;
  /** Origin of the site, `https://kithbook.example`. */
  readonly siteUrl: string;
  /** Where people are asked to write. */
  readonly email: string;
  /** Where the project is kept at GitHub, as owner/name. */
  readonly repository: string;
  /** The platform's configuration file. */
  readonly netlifyToml: string;
  /** The folder of the release files' Markdown. */
  readonly releases: string;
}

export interface Check {
  readonly name: string;
  /** Nothing can be checked while one of these settings is missing or refused. */
  readonly needs?: readonly (keyof Env)[];
  /** For a check that takes longer than others. */
  readonly timeoutMs?: number;
  /** A thrown error is a finding of its own, under the check's name. */
  readonly run: (patient: Patient) => Promise<readonly Finding[]>;
}

/** The four makers of findings about one thing. */
export const about = (name: string) => ({
  good: (text: string): Finding => ({ name, state: 'good', text }),
  advice: (text: string): Finding => ({ name, state: 'advice', text }),
  wrong: (text: string): Finding => ({ name, state: 'wrong', text }),
  unchecked: (why: string): Finding => ({ name, state: 'unchecked', text: `not checked here: ${why}` }),
});

/** Whether an address leads to this machine, where stand-ins listen. */
export const isLoopback = (hostname: string): boolean => ['127.0.0.1', 'localhost'].includes(hostname);
