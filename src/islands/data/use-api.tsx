import { type ReactNode, useCallback, useRef } from 'react';
import useSWR, { SWRConfig, useSWRConfig } from 'swr';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import {
  type AnswerOf,
  type ApiAnswer,
  type CallArguments,
  type CallName,
  errorMessage,
} from '../../client/api.ts';

/** The state of a call that loads data. */
export interface Loaded<Data> {
  /** The last loaded data. They stay while newer data are loading, and if loading fails. */
  readonly data: Data | undefined;
  readonly headers: Headers | undefined;
  /** The time when `data` were loaded. */
  readonly loadedAt: Date | undefined;
  readonly loading: boolean;
  /** The answer to the last try, if it failed. */
  readonly failedAnswer: ApiAnswer | null;
  /** The message of that answer. */
  readonly failure: string | null;
  /** Loads the data again. Resolves with the answer if the reload failed, or null. */
  readonly reload: () => Promise<ApiAnswer | null>;
  /** Shows data from the answer of another call. Discards an answer that is still loading. */
  readonly replace: (data: Data) => void;
}

/** Loads data of the API as the signed-in user, when the component appears and when the call or its arguments change. */
export function useApi<Name extends CallName>(
  name: Name,
  ...callArguments: CallArguments<Name>
): Loaded<AnswerOf<Name>> {
  return useLoaded(keyOf(name, callArguments), async () => {
    const answer = await authFetch(name, ...callArguments);
    if (!answer.ok) console.warn(name, errorMessage(answer));
    return answer;
  });
}

function keyOf(name: CallName, callArguments: readonly unknown[]): string {
  return `${name} ${JSON.stringify(callArguments)}`;
}

/** True once a call has been answered or has failed. */
export function hasAnswer({ data, failedAnswer }: Pick<Loaded<unknown>, 'data' | 'failedAnswer'>): boolean {
  return data !== undefined || failedAnswer !== null;
}

/** Returns a function that loads the data of a call again if the page shows them. */
export function useReload(name: CallName): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(() => mutate(keyOf(name, [])), [mutate, name]);
}

/**
 * Loads data when the component appears and when the key changes. A null key loads nothing. SWR makes the newest answer win.
 * A failed call is not retried: the screens offer a retry.
 */
export function useLoaded<Data>(key: string | null, load: () => Promise<ApiAnswer<Data>>): Loaded<Data> {
  const newest = useRef<Promise<unknown>>(undefined);
  const lastFailedAnswer = useRef<ApiAnswer | null>(null);
  const fetcher = async (): Promise<Received<Data>> => {
    const answer = await load();
    lastFailedAnswer.current = answer.ok ? null : answer;
    if (!answer.ok) throw new FailedCall(answer);
    return { data: answer.data, headers: answer.headers, loadedAt: new Date() };
  };
  const { data: received, error, isValidating, mutate } = useSWR<Received<Data>, FailedCall>(key, fetcher);

  const reload = useCallback(async () => {
    newest.current = mutate();
    // A reload that was overtaken waits for the newer reload.
    let awaited;
    do {
      awaited = newest.current;
      await awaited;
    } while (awaited !== newest.current);
    return lastFailedAnswer.current;
  }, [mutate]);
  const failedAnswer = error?.answer ?? null;
  return {
    data: received?.data,
    headers: received?.headers,
    loadedAt: received?.loadedAt,
    loading: isValidating,
    failedAnswer,
    failure: failedAnswer && errorMessage(failedAnswer),
    reload,
    replace: (data) => {
      void mutate({ data, headers: received?.headers, loadedAt: new Date() }, { revalidate: false });
    },
  };
}

interface Received<Data> {
  readonly data: Data;
  readonly headers: Headers | undefined;
  readonly loadedAt: Date;
}

/** SWR expects a failure to be thrown. */
class FailedCall extends Error {
  readonly answer: ApiAnswer;

  constructor(answer: ApiAnswer) {
    super(errorMessage(answer));
    this.answer = answer;
  }
}

const options = {
  provider: () => new Map(),
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  dedupingInterval: 0,
};

/** Caches the loaded data of one user. Use the user as its `key`, so that another user starts with an empty cache. */
export function ApiCache({ children }: { readonly children: ReactNode }) {
  return <SWRConfig value={options}>{children}</SWRConfig>;
}
