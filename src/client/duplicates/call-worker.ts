import type { Calls } from './worker.ts';

let worker: Worker;

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

/** Starts the worker from a script. Resolves when it is ready. */
export function startWorker(script: string): Promise<unknown> {
  // The page allows only this policy of trusted types, which allows only this script.
  const trusted = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => script });
  worker = new Worker(trusted?.createScriptURL('') ?? script, { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = reject;
  });
}

/** Calls a function of the worker. Earlier calls are answered first. */
export function callWorker<Name extends keyof Calls>(
  name: Name,
  argument: Parameters<Calls[Name]>[0],
): Promise<Awaited<ReturnType<Calls[Name]>>> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      resolve(data as Awaited<ReturnType<Calls[Name]>>);
    };
    worker.postMessage([name, argument], [port2]);
  });
}
