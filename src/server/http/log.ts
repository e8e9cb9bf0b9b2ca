import type { Log, RequestContext } from './types.ts';
import type { DependencyStats, Dependency, SlowCall } from '../outbound/request-scope.ts';
import { errorFields } from '../../shared/error-fields.ts';

/** Lines of this turn of the event loop. */
let unwritten = '';

const write = (): void => {
  if (unwritten) process.stdout.write(unwritten);
  unwritten = '';
};

// Once, not at each turn: taking a listener on and off costs a thirtieth of what the processor does for a call.
process.on('exit', write);

/**
 * JSON lines on standard output: the pattern of the path, never the path itself, which may hold an address. What comes in
 * one turn of the event loop is one write, also when something ends the process in that turn; a platform stops one only
 * when it has asked for the next call, which takes another turn. Written to the stream itself, since `console.log` costs a
 * twentieth of the throughput more, and where functions run it puts text before each line.
 */
export const stdoutLog: Log = (line) => {
  if (!unwritten) setImmediate(write);
  unwritten += `${JSON.stringify(line)}\n`;
};

/** Returns a function that logs a failed or slow call to a service, without anything that was sent or received. */
export function logSlowCall(log: Log, fields: Readonly<Record<string, string>>): (call: SlowCall) => void {
  return ({ outcome, ...call }) => {
    log({ level: outcome === 'failed' ? 'error' : 'warn', ...fields, outcome, ...call });
  };
}

/** Rounds milliseconds to tenths. */
export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

type AllStats = ReadonlyMap<Dependency, DependencyStats>;

const shortNames: Readonly<Record<Dependency, string>> = {
  database: 'db',
  payments: 'payments',
  identity: 'identity',
};

/** Server-Timing: `app;dur=…, db;dur=…;desc="2"`, the milliseconds in all and for each service, with its number of calls. */
export function serverTiming(ms: number, stats: AllStats): string {
  const parts = [...stats].map(
    ([dependency, spent]) =>
      `${shortNames[dependency]};dur=${String(tenths(spent.ms))};desc="${String(spent.calls)}"`,
  );
  return [`app;dur=${String(ms)}`, ...parts].join(', ');
}

/** The same as fields of a line in the log. */
export function statsFields(stats: AllStats): Readonly<Record<string, DependencyStats>> {
  return Object.fromEntries(
    [...stats].map(([dependency, { calls, ms }]) => [shortNames[dependency], { calls, ms: tenths(ms) }]),
  );
}

/** Logs what failed once a call was answered, under the call's id: nobody else would hear of it. */
export const logFailure = (c: RequestContext, error: unknown): void => {
  c.get('log')({ level: 'error', requestId: c.get('context').requestId, ...errorFields(error) });
};
