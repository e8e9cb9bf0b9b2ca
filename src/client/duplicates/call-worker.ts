import { FinderError, type FinderProblem } from './list.ts';
import type { Calls } from './worker.ts';

let worker: Worker;
/** Rejects if the worker cannot be loaded, or stops. */
let failure: Promise<never>;

declare global {
  interface Window {
    /** Missing in TypeScript's types, and in older browsers. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { readonly createScriptURL: () => string },
      ): { readonly createScriptURL: (url: string) => string };
    };
  }
}

/** Starts the worker from a script. Resolves when it is ready, and rejects if it cannot be loaded. */
export function startWorker(script: string): Promise<void> {
  // The page allows only this policy of trusted types, which allows only this script.
  const trusted = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => script });
  worker = new Worker(trusted?.createScriptURL('') ?? script, { type: 'module' });
  failure = new Promise((_, reject) => {
    worker.onerror = reject;
  });
  return callWorker('start', undefined);
}

/**
 * Calls a function of the worker. Earlier calls are answered first. Rejects with a FinderError if the function throws, and with an
 * event if the worker cannot be loaded.
 */
export function callWorker<Name extends keyof Calls>(
  name: Name,
  argument: Parameters<Calls[Name]>[0],
): Promise<Awaited<ReturnType<Calls[Name]>>> {
  const answer = new Promise<Awaited<ReturnType<Calls[Name]>>>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      const [value, problem] = data as [Awaited<ReturnType<Calls[Name]>>, FinderProblem?];
      if (problem) reject(new FinderError(problem));
      else resolve(value);
    };
    port1.onmessageerror = reject;
    worker.postMessage([name, argument], [port2]);
  });
  return Promise.race([answer, failure]);
}
