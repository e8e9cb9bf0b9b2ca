/**
 * Rejects a failed import() with an error whose code is `part-missing`. The chunk is missing because the connection is lost or
 * because a deploy has replaced it. `identityProblem` has a text for this code.
 */
export function loadChunk<T>(importing: Promise<T>): Promise<T> {
  return importing.catch((cause: unknown) => {
    throw Object.assign(new Error('A part of the page is missing', { cause }), { code: 'part-missing' });
  });
}
