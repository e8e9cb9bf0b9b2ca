/** A message without the values of a failed query, which may be personal. */
const withoutValues = (text: string): string => text.replace(/\nparams:[\s\S]*$/, '').slice(0, 500);

/** What was at the bottom of an error: libraries wrap what others threw. */
const causeOf = (error: Error): string | undefined => {
  let bottom: unknown = error.cause;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  if (bottom === undefined) return undefined;
  return withoutValues(bottom instanceof Error ? `${bottom.name}: ${bottom.message}` : String(bottom));
};

/** What a line of the log says of an error: its message, and what was at the bottom of it, without any values. */
export const errorFields = (error: unknown): { problem: string; cause?: string | undefined } =>
  error instanceof Error
    ? { problem: withoutValues(error.message), cause: causeOf(error) }
    : { problem: withoutValues(String(error)) };
