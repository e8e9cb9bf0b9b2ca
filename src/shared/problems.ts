import { apiRows } from './problems/api.ts';
import type { ApiRow } from './problems/row.ts';
import { sharedRows, tooManyRequests } from './problems/shared.ts';

const rows = { ...sharedRows, ...apiRows };

/** A permanent code of an error that the API answers with. */
export type ProblemCode = keyof typeof rows;

/**
 * The error catalogue of the API. Domain code throws `problem(code)`; the server's problemAnswer turns it into an
 * answer. What screens say of themselves stands in `problems/`, in a file for each kind of screen, so that neither they
 * nor the functions carry the texts of the others.
 */
export const catalogue: Readonly<Record<ProblemCode, ApiRow>> = rows;

/** One field of a request that was refused, with a sentence a person can act on. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

const isCode = (message: string): message is ProblemCode => Object.hasOwn(rows, message);

/** The code that a schema's message names, or null for a message in its own words. */
export const codeOf = (message: string): ProblemCode | null => (isCode(message) ? message : null);

/** A schema's message as people read it: the text of the row it names, or the message itself. */
export const messageText = (message: string): string => (isCode(message) ? rows[message].text : message);

interface ProblemDetails {
  readonly fields?: readonly FieldProblem[];
  /** Seconds until another try makes sense; sent as Retry-After. */
  readonly retryAfter?: number;
  /** What happened, for the log only; never sent. */
  readonly cause?: unknown;
}

/** An error of the catalogue. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const { status, text } = rows[code];
    const retryAfter = details.retryAfter ?? (status === 503 ? 5 : status === 429 ? 60 : undefined);
    super(code === 'too-many-requests' && retryAfter ? tooManyRequests(retryAfter) : text, {
      cause: details.cause,
    });
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.fields = details.fields;
    this.retryAfter = retryAfter;
  }
}

/** Builds a catalogue error to throw. */
export const problem = (code: ProblemCode, details?: ProblemDetails): Problem => new Problem(code, details);

/** Builds a catalogue error about one field of the request. The message is the error's text by default. */
export const fieldProblem = (code: ProblemCode, field: string, message = rows[code].text): Problem =>
  problem(code, { fields: [{ field, message }] });
