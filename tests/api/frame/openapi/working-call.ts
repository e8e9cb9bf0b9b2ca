import type { Api, Call } from '../../harness.ts';

/** The arguments of a request. */
export type CallArguments = Parameters<Call>;

/** Prepares the records of a call and returns its arguments, so that a test can measure only the call. */
export type WorkingCalls = Readonly<Record<string, () => CallArguments | Promise<CallArguments>>>;

/** The API with sample records, and an admin's token. */
export interface Caller {
  readonly api: Pick<Api, 'call' | 'rows'>;
  readonly admin: string;
}

export function withToken(token: string) {
  return { token };
}
