/** Without the values that a failed query was sent with; what a parser says quotes what it read. Either may be personal. */
const textOf = (text: string): string => text.replace(/\nparams:[\s\S]*$/, '').slice(0, 500);
const wordsOf = (error: Error): string => (error instanceof SyntaxError ? error.name : textOf(error.message));

/** Whether there is something to read in a cause: libraries also leave objects of their own there. */
const isTold = (cause: unknown): boolean => cause instanceof Error || typeof cause === 'string';

/** What was at the bottom of an error: libraries wrap what others threw. */
const causeOf = (error: Error): string | undefined => {
  let bottom: unknown = error.cause;
  while (bottom instanceof Error && isTold(bottom.cause)) bottom = bottom.cause;
  if (typeof bottom === 'string') return textOf(bottom);
  if (!(bottom instanceof Error)) return undefined;
  return bottom instanceof SyntaxError ? bottom.name : `${bottom.name}: ${wordsOf(bottom)}`;
};

/** What is kept of an error, in the log and with an event: its message, and what was at the bottom of it, without any values. */
export const errorFields = (error: unknown): { problem: string; cause?: string | undefined } =>
  error instanceof Error
    ? { problem: wordsOf(error), cause: causeOf(error) }
    : { problem: textOf(String(error)) };
