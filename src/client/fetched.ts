/**
 * What an import comes to, or work that fails by its import alone. A part of the page that could not be fetched, because
 * the connection is lost or a new version of the site has taken its place, has a code of its own among the identity
 * client's (`identityProblem`), so that it is taken neither for a mistake of ours nor for trouble of the provider's.
 */
export const fetched = <T>(importing: Promise<T>): Promise<T> =>
  importing.catch((cause: unknown) => {
    throw Object.assign(new Error('A part of the page is missing', { cause }), { code: 'part-missing' });
  });
