/** A part of the page's code could not be fetched, most likely because the connection is gone. */
export class NotFetched extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be fetched.', { cause });
    this.name = 'NotFetched';
  }
}

/** What an import comes to; throws NotFetched where it fails, so that it is not taken for a mistake of what was imported. */
export const fetched = async <T>(importing: Promise<T>): Promise<T> => {
  try {
    return await importing;
  } catch (error) {
    throw new NotFetched(error);
  }
};
