/** Settles with the work, or rejects with the signal's reason as soon as that ends the wait; the work itself goes on. */
export const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const ended = Promise.withResolvers<never>();
  const stop = () => {
    ended.reject(signal.reason);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
