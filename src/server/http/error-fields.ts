import { withoutValues } from '../../shared/without-values.ts';

const textOf = (text: string): string => withoutValues(text).slice(0, 500);

/** What was at the bottom of an error: libraries wrap what others threw. */
const causeOf = (error: Error): string | undefined => {
  let bottom: unknown = error.cause;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  if (bottom === undefined) return undefined;
  return textOf(bottom instanceof Error ? `${bottom.name}: ${bottom.message}` : String(bottom));
};

/** What a line of the log says of an error: its message, and what was at the bottom of it, without any values. */
export const errorFields = (error: unknown): { problem: string; cause?: string | undefined } =>
  error instanceof Error
    ? { problem: textOf(error.message), cause: causeOf(error) }
    : { problem: textOf(String(error)) };
