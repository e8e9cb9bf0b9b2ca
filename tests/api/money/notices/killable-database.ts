import type { Database } from '../../../../src/server/frame/context/database.ts';

export class Killed extends Error {}

/**
 * Returns a database whose process is killed at a request: before it is sent, or before its answer arrives. All later requests fail as
 * well. `isKilled` tells whether it happened.
 */
export function killableDatabase(db: Database, killAt: number, isAnswerLost: boolean) {
  const process = { isKilled: false };
  let requests = 0;
  const request = async <T>(send: () => Promise<T>): Promise<T> => {
    requests += 1;
    if (process.isKilled) throw new Killed();
    if (requests !== killAt) return send();
    process.isKilled = true;
    if (isAnswerLost) await send();
    throw new Killed();
  };
  const killable = new Proxy(db, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function' || (key !== 'atomically' && key !== 'execute')) return value;
      return (...args: unknown[]) =>
        request(async () => (await Reflect.apply(value, target, args)) as unknown);
    },
  });
  return { db: killable, process };
}
