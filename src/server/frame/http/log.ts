import type { Log, RequestContext } from './types.ts';
import type { DependencyStats, Dependency, SlowCall } from '../outbound/request-scope.ts';
import { errorFields } from '../../../shared/error-fields.ts';

/** Lines of the current turn of the event loop. */
let buffer = '';

/**
 * Writes JSON lines to standard output. All lines of one turn of the event loop are one write, which also happens if the
 * process ends in that turn. It writes to the stream, because `console.log` costs 5% of the throughput, and because
 * Netlify prefixes each line of `console.log`.
 */
export const stdoutLog: Log = (line) => {
  if (!buffer) setImmediate(flush);
  buffer += `${JSON.stringify(line)}\n`;
};

function flush(): void {
  if (buffer) process.stdout.write(buffer);
  buffer = '';
}

// Registered once, not in each turn: adding and removing a listener costs 3% of a call's processor time.
process.on('exit', flush);

/** Returns a function that logs a failed or slow call to a service, without anything that was sent or received. */
export function logSlowCall(log: Log, fields: Readonly<Record<string, string>>): (call: SlowCall) => void {
  return ({ outcome, ...call }) => {
    log({ level: outcome === 'failed' ? 'error' : 'warn', ...fields, outcome, ...call });
  };
}

/** Returns a function that logs a record with which a job failed, by its id or its kind. The job goes on with the others. */
export function logFailedRecord(log: Log, job: string): (record: string, error: unknown) => void {
  return (record, error) => {
    log({ level: 'error', job, code: 'record-failed', record, ...errorFields(error) });
  };
}

/** Logs an error that no caller gets, because it happened after the answer. */
export function logFailure(c: RequestContext, error: unknown): void {
  c.get('log')({ level: 'error', requestId: c.get('context').requestId, ...errorFields(error) });
}

type AllStats = ReadonlyMap<Dependency, DependencyStats>;

const shortNames: Readonly<Record<Dependency, string>> = {
  database: 'db',
  payments: 'payments',
  identity: 'identity',
  'leaked-passwords': 'leaked',
};

/** Returns Server-Timing: `app;dur=…, db;dur=…;desc="2"`. The description is the number of calls to the service. */
export function serverTiming(ms: number, stats: AllStats): string {
  const parts = [...stats].map(
    ([dependency, spent]) =>
      `${shortNames[dependency]};dur=${String(tenths(spent.ms))};desc="${String(spent.calls)}"`,
  );
  return [`app;dur=${String(ms)}`, ...parts].join(', ');
}

/** Returns the number and the time of calls to each service, as fields of a log line. */
export function statsFields(stats: AllStats): Readonly<Record<string, DependencyStats>> {
  return Object.fromEntries(
    [...stats].map(([dependency, { calls, ms }]) => [shortNames[dependency], { calls, ms: tenths(ms) }]),
  );
}

/** Rounds milliseconds to tenths. */
export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
