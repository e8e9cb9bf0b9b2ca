import { toProblem } from '../../src/server/http/errors.ts';
import type { Problem } from '../../src/shared/problems.ts';
import { AlreadyRunning } from '../../stack/lock.ts';

/**
 * What a command came to, for a person; `code` is the exit code: 0 done, or all is well; 1 there are differences, or
 * something is wrong; 2 asked wrongly; 3 it could not be done.
 */
export interface Outcome {
  readonly code: 0 | 1 | 2 | 3;
  readonly text: string;
}

const causeOf = ({ cause }: Problem): string =>
  cause instanceof Error ? ` (${cause.message})` : typeof cause === 'string' ? ` (${cause})` : '';

/** Whether the system refused a file or a folder. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && 'syscall' in error && /^E[A-Z]+$/.test(String(error.code));

/** A failure that a person can do something about, as an outcome; others are thrown on. */
export const failed = (error: unknown): Outcome => {
  if (isOfFile(error)) return { code: 3, text: error.message };
  if (error instanceof AlreadyRunning) return { code: 3, text: `${error.message} Stop it first.` };
  const found = toProblem(error);
  if (found.code === 'internal-error') throw error;
  return { code: 3, text: found.message + causeOf(found) };
};

/** Returns the message of an error's innermost cause. A Problem keeps what happened in `cause`. */
export function rootMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return rootMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return rootMessage(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** Prints an outcome and ends the process with its exit code. */
export function end({ code, text }: Outcome): never {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
