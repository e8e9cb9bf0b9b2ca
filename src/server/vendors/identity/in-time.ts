/** No question to the provider waits longer, in milliseconds; its library itself waits minutes. */
export const timeLimit = 5_000;

/** Settles with the work, or rejects with the code `app/network-timeout` once the time limit has passed. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        Object.assign(new Error('The identity provider did not answer'), { code: 'app/network-timeout' }),
      );
    }, timeLimit);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
