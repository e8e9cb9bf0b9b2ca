import { toProblem } from '../../src/server/frame/http/errors.ts';
import { AlreadyRunning } from '../../stack/lock.ts';

/** Result of a command that a person runs. */
export interface CommandResult {
  /** Exit code. 0: success. 1: differences or faults were found. 2: wrong usage. 3: the command failed. */
  readonly code: 0 | 1 | 2 | 3;
  readonly text: string;
}

/** Prints a result and ends the process with its exit code. */
export function exitWith({ code, text }: CommandResult): never {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}

/** Returns the result for an error that a person can fix. Rethrows other errors. */
export function failureResult(error: unknown): CommandResult {
  if (isSystemError(error)) return { code: 3, text: error.message };
  if (error instanceof AlreadyRunning) return { code: 3, text: `${error.message} Stop it first.` };
  const { code, message, cause } = toProblem(error);
  if (code === 'internal-error') throw error;
  return { code: 3, text: cause === undefined ? message : `${message} (${rootMessage(cause)})` };
}

/** True for a failed system call, such as ENOENT or EADDRINUSE. */
function isSystemError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && 'syscall' in error && /^E[A-Z]+$/.test(String(error.code))
  );
}

/** Returns the message of an error's innermost cause. A Problem has the original error in `cause`. */
export function rootMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return rootMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return rootMessage(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
