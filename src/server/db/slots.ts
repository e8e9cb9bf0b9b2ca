/** Places that are taken and given back; whoever finds none waits, in the order of coming. */
export interface Slots {
  /** Rejects with the signal's reason when it ends the wait; then nothing is taken. */
  readonly take: (signal: AbortSignal) => Promise<void>;
  readonly give: () => void;
}

/** So many places. */
export const createSlots = (count: number): Slots => {
  let free = count;
  const waiting = new Set<() => void>();
  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const go = () => {
        resolve(undefined);
      };
      const stop = () => {
        if (waiting.delete(go)) reject(signal.reason);
      };
      waiting.add(go);
      signal.addEventListener('abort', stop, { once: true });
      await promise;
      signal.removeEventListener('abort', stop);
    },
    give: () => {
      const [next] = waiting;
      if (!next) free += 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
};
