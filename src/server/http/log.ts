import type { Log, RequestContext } from './types.ts';
import type { Asked, Dependency, Trouble } from '../outbound/piece.ts';
import { errorFields } from '../../shared/error-fields.ts';
import { toProblem } from './errors.ts';

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

/** A line for a question to somebody outside that failed or was slow: who was asked by what, and nothing of what. */
export const logTrouble =
  (log: Log, by: Readonly<Record<string, string>>) =>
  ({ outcome, ...trouble }: Trouble): void => {
    log({ level: outcome === 'failed' ? 'error' : 'warn', ...by, outcome, ...trouble });
  };

/** Milliseconds as they are told: tenths are enough. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;

type AllAsked = ReadonlyMap<Dependency, Asked>;

const named: Readonly<Record<Dependency, string>> = {
  database: 'db',
  payments: 'payments',
  identity: 'identity',
};

/** `app;dur=…, db;dur=…;desc="2"`: milliseconds of the whole and of what was waited for, and how many questions that was. */
export const serverTiming = (ms: number, asked: AllAsked): string => {
  let text = `app;dur=${String(ms)}`;
  for (const [dependency, spent] of asked)
    text += `, ${named[dependency]};dur=${String(tenths(spent.ms))};desc="${String(spent.questions)}"`;
  return text;
};

/** The same as fields of a line in the log. */
export const askedFields = (asked: AllAsked): Readonly<Record<string, Asked>> => {
  const fields: Record<string, Asked> = {};
  for (const [dependency, { questions, ms }] of asked)
    fields[named[dependency]] = { questions, ms: tenths(ms) };
  return fields;
};

/** Logs what failed once a call was answered, under the call's id: nobody else would hear of it. */
export const logFailure = (c: RequestContext, error: unknown): void => {
  c.get('log')({ level: 'error', requestId: c.get('context').requestId, ...errorFields(error) });
};

/** What is told of an event that could not be processed. */
interface FailedEvent {
  readonly type: string;
  readonly attempts: number;
  readonly isGivenUp: boolean;
  readonly error: unknown;
}

/** What fails as often as this did so for an hour, and wants somebody to look at it. */
const oftenFailed = 7;

/**
 * Logs an event of the payment provider's that could not be processed; nobody is answered with it. A provider that is away, or
 * does not show yet what it announced, is worth a warning; a mistake of ours, or what does not end, an error.
 */
export const logFailedEvent = (
  log: Log,
  by: Readonly<Record<string, string>>,
  { type, attempts, isGivenUp, error }: FailedEvent,
): void => {
  const isOurs = toProblem(error).code === 'internal-error';
  log({
    level: isOurs || attempts >= oftenFailed ? 'error' : 'warn',
    ...by,
    code: isGivenUp ? 'event-given-up' : 'event-failed',
    ...{ type, attempts },
    ...errorFields(error),
  });
};

/** Refusals within an hour, of one process, that are more than a stranger's try. */
const many = 5;
const hourMs = 60 * 60 * 1_000;

/**
 * Logs webhooks that are refused. A wrong `PAYPAL_WEBHOOK_ID` refuses all of PayPal's events, so many refusals within an
 * hour are an error.
 */
export const createRefusalLog = () => {
  let recent: number[] = [];
  return (log: Log, requestId: string, now: Date): void => {
    recent = [...recent, now.getTime()].filter((at) => at > now.getTime() - hourMs).slice(-many);
    log({ level: recent.length < many ? 'warn' : 'error', code: 'webhook-refused', requestId });
  };
};
