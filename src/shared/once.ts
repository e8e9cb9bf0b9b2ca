/** Returns a function that runs `open` once and shares the result. After a failure the next call runs it again. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return async () => {
    const current = (result ??= open());
    try {
      return await current;
    } catch (error) {
      if (result === current) result = undefined;
      throw error;
    }
  };
}
