import { withoutValues } from '../../shared/without-values.ts';

/** Without any values; what a parser says quotes what it read, which may be personal. */
const textOf = (text: string): string => withoutValues(text).slice(0, 500);
const wordsOf = (error: Error): string => (error instanceof SyntaxError ? error.name : textOf(error.message));

/** What was at the bottom of an error: libraries wrap what others threw. */
const causeOf = (error: Error): string | undefined => {
  let bottom: unknown = error.cause;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  if (bottom === undefined) return undefined;
  if (!(bottom instanceof Error)) return textOf(String(bottom));
  return bottom instanceof SyntaxError ? bottom.name : `${bottom.name}: ${wordsOf(bottom)}`;
};

/** What a line of the log says of an error: its message, and what was at the bottom of it, without any values. */
export const errorFields = (error: unknown): { problem: string; cause?: string | undefined } =>
  error instanceof Error
    ? { problem: wordsOf(error), cause: causeOf(error) }
    : { problem: textOf(String(error)) };
