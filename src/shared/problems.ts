import { apiRows } from './problem-texts/api.ts';
import { type ApiRow, sharedRows, tooManyRequests } from './problem-texts/common.ts';

/** Default seconds to wait before a retry, by HTTP status. */
const retrySeconds: Readonly<Record<number, number | undefined>> = { 429: 60, 503: 5 };

/** An error of the catalog. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const { status, text } = rows[code];
    const retryAfter = details.retryAfter ?? retrySeconds[status];
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

interface ProblemDetails {
  readonly fields?: readonly FieldProblem[];
  /** Seconds to wait before a retry. Sent as Retry-After. */
  readonly retryAfter?: number;
  /** The error behind the problem. It is logged and never sent. */
  readonly cause?: unknown;
}

/** A refused field of a request, with a sentence that a person can act on. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Builds a catalog error to throw. */
export function problem(code: ProblemCode, details?: ProblemDetails): Problem {
  return new Problem(code, details);
}

/** Builds a catalog error about one field of the request. The message is the error's text by default. */
export function fieldProblem(code: ProblemCode, field: string, message: string = rows[code].text): Problem {
  return problem(code, { fields: [{ field, message }] });
}

function isCode(message: string): message is ProblemCode {
  return Object.hasOwn(rows, message);
}

/** Returns the code that a schema's message names, or null for a plain text. */
export function codeOf(message: string): ProblemCode | null {
  return isCode(message) ? message : null;
}

/** Returns the text of the code that a schema's message names, or the message itself. */
export function messageText(message: string): string {
  return isCode(message) ? rows[message].text : message;
}

const rows = { ...sharedRows, ...apiRows };

/** A permanent code of an error that the API answers with. */
export type ProblemCode = keyof typeof rows;

/**
 * The error catalog of the API: `problem-texts/api.ts` and `common.ts`. Texts that only screens show are in one file for each kind
 * of screen, so that a page does not load the texts of other pages.
 */
export const catalog: Readonly<Record<ProblemCode, ApiRow>> = rows;
