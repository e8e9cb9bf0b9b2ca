import type * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/problems.ts';

/** A header of an answer; answerHeaders describes each. */
export type AnswerHeader = 'ETag' | 'X-Total-Count' | 'X-Next-Cursor' | 'Content-Disposition' | 'Set-Cookie';

/** What a call answers when it works. */
export interface Answer {
  readonly description: string;
  /** A JSON body of this shape. */
  readonly json?: { readonly schema: z.ZodMiniType; readonly example: unknown };
  /** Another body, or the one that some callers get: its media type. */
  readonly text?: string;
  readonly headers?: readonly AnswerHeader[];
  /** Headers that only some of these answers have. */
  readonly sometimes?: readonly AnswerHeader[];
}

/** A value in the path. */
interface PathValue {
  readonly description: string;
  readonly example: string;
}

/** What a call takes in its body. */
export interface RequestBody {
  readonly schema: z.ZodMiniType;
  readonly example: unknown;
  /** Whether a form may send the same fields. */
  readonly isForm?: true;
  /** What may be wrong with it, where that is not what may be wrong with every body. */
  readonly problems?: readonly ProblemCode[];
}

/** How the API's description tells of one call; who may make it stands in the access table. */
export interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly path?: Readonly<Record<string, PathValue>>;
  readonly query?: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  /** Whether If-Match may name the version that a change was made from. */
  readonly isVersioned?: true;
  readonly body?: RequestBody;
  readonly answers: Readonly<Record<number, Answer>>;
  /** What may go wrong beside what may go wrong everywhere: see problems-of.ts. */
  readonly problems?: readonly ProblemCode[];
}
