/**
 * What an import comes to, or work that fails by its import alone. A part of the page that could not be fetched is told as the
 * identity provider's client tells a lost connection, so that it is not taken for a mistake of ours.
 */
export const fetched = <T>(importing: Promise<T>): Promise<T> =>
  importing.catch((cause: unknown) => {
    throw Object.assign(new Error('A part of the page is missing', { cause }), {
      code: 'auth/network-request-failed',
    });
  });
