import type { Route } from '../../src/server/frame/http/route.ts';
import { routes } from '../call-names.ts';
import { newEmail } from './factories.ts';
import type { Call } from './harness.ts';

/** The arguments of a request. */
export type CallArguments = Parameters<Call>;

/** The parts of a request that replace the examples of its call. */
export interface Changes {
  /** The whole path, with its query. */
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the declaration of a call. */
export function routeOf(call: string): Route {
  const route = routes.find(({ method, path }) => `${method} ${path}` === call);
  if (!route) throw new Error(`There is no call ${call}.`);
  return route;
}

/** Returns a call's request, made from the examples in its declaration. The emails in an example body are new. */
export function exampleRequest(call: string, changes: Changes = {}): CallArguments {
  const route = routeOf(call);
  const { method, params = {} } = route;
  const { token, headers = {} } = changes;
  const path = route.path.replace(/:(\w+)/g, (_name, name: string) =>
    encodeURIComponent(changes.params?.[name] ?? params[name]?.example ?? ''),
  );
  const isForm = route.rawBody?.isForm === 'only';
  const body = 'body' in changes ? changes.body : exampleBody(route);
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  return [
    method,
    changes.path ?? path,
    isForm ? new URLSearchParams(body as Record<string, string>).toString() : body,
    { headers: isForm ? { ...formType, ...headers } : headers, ...(token !== undefined && { token }) },
  ];
}

function exampleBody({ body, rawBody }: Route): unknown {
  const example = (body ?? rawBody)?.example;
  if (example === undefined) return undefined;
  return JSON.parse(JSON.stringify(example).replace(/\w+@mail\.example/g, () => newEmail()));
}
