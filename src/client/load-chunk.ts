/**
 * Awaits an import(). If the import fails, rejects with an error whose code is `part-missing`: the chunk is missing because the
 * connection is lost or because a deploy has replaced it. `identityProblem` has a text for this code.
 */
export function loadChunk<T>(chunk: Promise<T>): Promise<T> {
  return chunk.catch((cause: unknown) => {
    throw Object.assign(new Error('A part of the page is missing', { cause }), { code: 'part-missing' });
  });
}
