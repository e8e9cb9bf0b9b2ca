import type * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import type { ProblemCode } from '../../../shared/problems.ts';
import type { Role } from '../../../shared/roles.ts';
import type { Context } from '../context/context.ts';
import { type Answer, empty } from './answer.ts';
import type { ErrorPage, ErrorShape } from './errors.ts';
import { expectedVersion, type PathParameter, readJson, readParameters, readQuery } from './input.ts';
import type { RequestContext } from './types.ts';

/** A group of calls in the OpenAPI document. */
export type Tag =
  | 'Purchases'
  | 'Own purchases'
  | 'Purchase administration'
  | 'Affiliates'
  | 'Statements'
  | 'Payouts'
  | 'Customers'
  | 'Newsletter'
  | 'User profiles'
  | 'Accounts'
  | 'Operations';

/** The rate rule that a call falls under. The configs in netlify/functions hold the rules. */
export type RateClass = 'validate' | 'reset' | 'profile' | 'other';

/** A header of an answer. */
export type AnswerHeader = 'ETag' | 'X-Total-Count' | 'X-Next-Cursor' | 'Content-Disposition' | 'Set-Cookie';

/** A successful answer of a call. */
export interface AnswerDescription {
  readonly description: string;
  /** A JSON body of this shape. */
  readonly json?: { readonly schema: z.ZodMiniType; readonly example: unknown };
  /** The media type of a body that is no JSON, or that some callers get instead of JSON. */
  readonly text?: string;
  readonly headers?: readonly AnswerHeader[];
  /** Headers that only some of these answers have. */
  readonly optionalHeaders?: readonly AnswerHeader[];
}

/** One successful answer with JSON. `more` adds headers, or the media type that some callers get instead. */
export function describeJson<const Schema extends z.ZodMiniType, const More extends object = object>(
  description: string,
  schema: Schema,
  example: z.output<Schema>,
  more?: More,
) {
  return { description, json: { schema, example }, ...(more as More) };
}

/** The answers of a call that only answers 200. Takes the arguments of `describeJson`. */
export function onlyJson<const Schema extends z.ZodMiniType, const More extends object = object>(
  ...answer: Parameters<typeof describeJson<Schema, More>>
) {
  return { 200: describeJson(...answer) };
}

/** The answers of a call that only sends a CSV file. */
export function onlyCsv(description: string) {
  return { 200: { description, text: 'text/csv', headers: ['Content-Disposition'] } } as const;
}

/** The body of a request. */
export interface BodyDescription<Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly schema: Schema;
  readonly example: unknown;
  /** True if a form may send the same fields. `only`: the call takes no JSON. */
  readonly isForm?: true | 'only';
  /** Further media types of the same JSON. */
  readonly otherTypes?: readonly string[];
  /** Problems of this body, if they differ from those of JSON bodies. */
  readonly problems?: readonly ProblemCode[];
}

export type QuerySchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;

/** Everything that the server, the OpenAPI document and the tests need to know about a call. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /**
   * The callers with access. `public`: all callers. `signed-in`: known callers. A role: callers with this role or a higher one.
   * `buyer`: callers with the cookie of a session on the page with their purchases.
   */
  readonly access: 'public' | 'signed-in' | 'buyer' | Role;
  /**
   * True for a call that moves money or changes where it goes. The user must have signed in within the last ten minutes, so that
   * a stolen token or an unattended screen moves nothing.
   */
  readonly needsFreshSignIn?: true;
  /** True if machines may sign in with the service credentials (HTTP Basic). */
  readonly service?: true;
  /** True if the call may queue mails. They are sent right after the answer, because somebody waits for them. */
  readonly sendsMails?: true;
  readonly rate?: RateClass;
  /** The largest body, if it is not `defaultBodyLimit`. */
  readonly bodyLimit?: { readonly bytes: number; readonly problem: ProblemCode };
  /** The page of the call's errors, for a call whose answer is a page. People get it, and programs get JSON. */
  readonly errorPage?: ErrorPage;
  /** The shape of the call's errors, if it is not `usualErrors`. */
  readonly errorShape?: ErrorShape;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Readonly<Record<string, PathParameter>>;
  readonly query?: QuerySchema;
  /** True if If-Match may name the version that a change is based on. */
  readonly isVersioned?: true;
  readonly body?: BodyDescription;
  /** A body that the handler reads itself. */
  readonly rawBody?: BodyDescription;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Problems of this call. `possibleProblems` adds those of its method, its access and its input. */
  readonly problems?: readonly ProblemCode[];
  /** Parses the request and runs the handler. Throws a problem. */
  readonly answer: (c: RequestContext) => Promise<Answer>;
}

/** The parameter names of a path: `'id'` for `/api/customers/:id`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

type Sent<Schema> = Schema extends z.ZodMiniType ? DeepReadonly<z.input<Schema>> : undefined;

/** The JSON of a call's answers. */
type JsonOf<Answers> = {
  [Status in keyof Answers]: Answers[Status] extends {
    json: { schema: infer Schema extends z.ZodMiniType };
  }
    ? DeepReadonly<z.output<Schema>>
    : never;
}[keyof Answers];

/** The handler of a call whose only answer is 204 may return nothing. */
type VoidIf204<Answers> = [keyof Answers] extends [204] ? Promise<void> : never;

/** The parsed request that a handler gets. */
interface Input<Path extends string, Query, Body> {
  readonly c: RequestContext;
  readonly context: Context;
  readonly params: Readonly<Record<ParameterNames<Path>, string>>;
  readonly query: Parsed<Query>;
  readonly body: Parsed<Body>;
  /** The version that the change is based on. Null if the caller names none. */
  readonly version: number | null;
}

/** The declaration of a call: a Route with its handler. */
interface Declaration<Method, Path extends string, Query, Body, RawBody, Answers> extends Omit<
  Route,
  'answer'
> {
  readonly method: Method & Route['method'];
  readonly path: Path;
  readonly params?: Readonly<Record<ParameterNames<Path>, PathParameter>>;
  readonly query?: Query & QuerySchema;
  readonly body?: BodyDescription<Body & z.ZodMiniType>;
  readonly rawBody?: BodyDescription<RawBody & z.ZodMiniType>;
  readonly answers: Answers & Route['answers'];
  readonly handle: (
    input: Input<Path, Query, Body>,
  ) => Answer<JsonOf<Answers>> | Promise<Answer<JsonOf<Answers>>> | VoidIf204<Answers>;
}

/** A call with its types, for the browser's client. */
interface TypedRoute<Method, Path extends string, Query, Body, Answers> extends Route {
  readonly method: Method & Route['method'];
  readonly path: Path;
  /** Never set. It only carries the types. */
  readonly types?: {
    readonly params: Readonly<Record<ParameterNames<Path>, string>>;
    readonly query: Sent<Query>;
    readonly body: Sent<Body>;
    readonly answer: JsonOf<Answers>;
  };
}

/** The largest body of a call that declares no limit. */
export const defaultBodyLimit = { bytes: limits.bodyBytes, problem: 'body-too-large' } as const;

/** Declares a call. The handler's input is typed by the schemas of the request. */
export function route<
  const Method extends Route['method'],
  const Path extends string,
  const Answers extends Route['answers'],
  Query extends QuerySchema | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  RawBody extends z.ZodMiniType | undefined = undefined,
>({
  handle,
  ...declared
}: Declaration<Method, Path, Query, Body, RawBody, Answers>): TypedRoute<
  Method,
  Path,
  Query,
  Body extends z.ZodMiniType ? Body : RawBody,
  Answers
> {
  const { params, query, body, isVersioned } = declared;

  async function answer(c: RequestContext): Promise<Answer> {
    const parsedParams = readParameters(c, params);
    const parsedQuery = query && readQuery(c, query);
    const parsedBody = body && (await readJson(c, body.schema));
    const input = {
      c,
      context: c.get('context'),
      params: parsedParams,
      query: parsedQuery,
      body: parsedBody,
      version: isVersioned ? expectedVersion(c, bodyVersion(parsedBody)) : null,
    };
    return (await handle(input as Input<Path, Query, Body>)) ?? empty();
  }

  return { ...declared, answer };
}

/** Returns the `version` of a body, or null. */
function bodyVersion(body: unknown): number | null {
  return (body as { readonly version?: number | null } | undefined)?.version ?? null;
}

type Prefixed<Prefix extends string, Call> = Call extends { readonly path: infer Path extends string }
  ? Omit<Call, 'path'> & { readonly path: `${Prefix}${Path}` }
  : never;

/** Returns the calls with a prefix before their paths. */
export function withPrefix<const Prefix extends string, Call extends Route>(
  prefix: Prefix,
  routes: readonly Call[],
): Prefixed<Prefix, Call>[] {
  return routes.map((call) => ({ ...call, path: prefix + call.path })) as unknown as Prefixed<Prefix, Call>[];
}

/** The types of calls by method and path: `CallTypes<…>['GET /api/customers']['answer']`. */
export type CallTypes<Declared extends Route> = {
  [Call in Declared as `${Call['method']} ${Call['path']}`]: Call extends { readonly types?: infer Types }
    ? NonNullable<Types>
    : never;
};
