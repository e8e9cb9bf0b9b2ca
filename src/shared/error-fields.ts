/**
 * Returns the fields of an error for the log and for a failed event: its message and the last cause. Parameters of
 * a query and the text of a syntax error are removed, because they may be personal data.
 */
export function errorFields(error: unknown): { problem: string; cause?: string | undefined } {
  return error instanceof Error
    ? { problem: messageOf(error), cause: rootCause(error) }
    : { problem: shorten(String(error)) };
}

function shorten(text: string): string {
  return text.replace(/\nparams:[\s\S]*$/, '').slice(0, 500);
}

function messageOf(error: Error): string {
  return error instanceof SyntaxError ? error.name : shorten(error.message);
}

/** Returns the last error or text in a chain of causes. Some libraries put objects of their own there. */
function rootCause(error: Error): string | undefined {
  let cause: unknown = error.cause;
  while (cause instanceof Error && (cause.cause instanceof Error || typeof cause.cause === 'string'))
    cause = cause.cause;
  if (typeof cause === 'string') return shorten(cause);
  if (!(cause instanceof Error)) return undefined;
  return cause instanceof SyntaxError ? cause.name : `${cause.name}: ${messageOf(cause)}`;
}
