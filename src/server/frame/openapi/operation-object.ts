import { catalog, type ProblemCode } from '../../../shared/problems.ts';
import { usualErrors } from '../http/errors.ts';
import {
  type AnswerDescription,
  type AnswerHeader,
  type BodyDescription,
  defaultBodyLimit,
  type Route,
} from '../http/route.ts';
import { isRole } from '../../../shared/roles.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';

/** Describes a call as an OpenAPI operation object. Adds schemas with a name to `named`. */
export function operationObject(call: Route, named: NamedSchemas): Json {
  const body = call.body ?? call.rawBody;
  return {
    operationId: operationId(call.method, call.path),
    tags: [call.tag],
    summary: call.summary,
    ...(call.description && { description: call.description }),
    security: securityRequirements(call),
    ...(isRole(call.access) && { 'x-role': call.access }),
    parameters: parameterObjects(call, named),
    ...(body && { requestBody: bodyObject(body, named) }),
    responses: Object.fromEntries([
      ...Object.entries(call.answers).map(([status, answer]) => [status, answerObject(answer, named)]),
      ...[...possibleProblems(call)].map(([status, codes]) => [
        String(status),
        problemObject(call, status, codes, named),
      ]),
    ]),
  };
}

/** Returns an id such as `getApiCustomersId` for `GET /api/customers/:id`. */
function operationId(method: string, path: string): string {
  return (
    method.toLowerCase() + path.replace(/[^A-Za-z]+([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}

function securityRequirements({ access, service }: Route): readonly Json[] {
  if (access === 'buyer') return [{ buyerSession: [] }];
  return [
    ...(access === 'public' ? [{}] : []),
    { idToken: [] },
    ...(service ? [{ serviceCredentials: [] }] : []),
  ];
}

const text = { type: 'string' };

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version that the change is based on, from the ETag; * for any version of an existing record',
  schema: text,
  example: '"1"',
};

function parameterObjects({ params = {}, query, isVersioned }: Route, named: NamedSchemas): readonly Json[] {
  return [
    ...Object.entries(params).map(([name, { description, example }]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: text,
      example,
    })),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      schema: jsonSchema(schema, 'input', named),
    })),
    ...(isVersioned ? [ifMatch] : []),
  ];
}

function bodyObject(
  { schema, example, isForm, otherTypes = [] }: BodyDescription,
  named: NamedSchemas,
): Json {
  const content = { schema: jsonSchema(schema, 'input', named), example };
  return {
    required: true,
    content: {
      ...(isForm !== 'only' && { 'application/json': content }),
      ...(isForm && { 'application/x-www-form-urlencoded': content }),
      ...Object.fromEntries(otherTypes.map((type) => [type, content])),
    },
  };
}

function answerObject(
  { description, json, text: type, headers = [], optionalHeaders = [] }: AnswerDescription,
  named: NamedSchemas,
): Json {
  const jsonContent = json && { schema: jsonSchema(json.schema, 'output', named), example: json.example };
  return {
    description,
    ...(headers.length + optionalHeaders.length > 0 && {
      headers: Object.fromEntries([
        ...headers.map((name) => headerObject(name, true)),
        ...optionalHeaders.map((name) => headerObject(name, false)),
      ]),
    }),
    ...((jsonContent ?? type) && {
      content: {
        ...(jsonContent && { 'application/json': jsonContent }),
        ...(type && { [type]: { schema: text } }),
      },
    }),
  };
}

const answerHeaders: Readonly<Record<AnswerHeader, string>> = {
  ETag: 'The version of the record, for If-Match',
  'X-Total-Count': 'Number of rows in the whole list; a plus means that there are more',
  'X-Next-Cursor': 'The cursor of the next page; missing on the last one',
  'Content-Disposition': 'The name of the file',
  'Set-Cookie': 'The cookie',
};

function headerObject(name: AnswerHeader, required: boolean): [string, Json] {
  return [name, { description: answerHeaders[name], required, schema: text }];
}

const problemsOfEveryCall: readonly ProblemCode[] = [
  // A token is checked on public calls, too.
  'sign-in-required',
  'auth-not-configured',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
];
const problemsOfBodies: readonly ProblemCode[] = ['request-malformed', 'media-type-unsupported', 'invalid'];

/** Returns every problem that a call may answer with, by HTTP status. Adds those of its method, its access and its input. */
function possibleProblems(call: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  const { method, access, needsFreshSignIn, params = {}, query, isVersioned } = call;
  const { bodyLimit = defaultBodyLimit } = call;
  const body = call.body ?? call.rawBody;
  const codes = new Set([
    ...(call.problems ?? []),
    ...Object.values(params).flatMap(({ missing }) => missing ?? []),
    ...problemsOfEveryCall,
    ...(isRole(access) ? (['admin-required', 'second-factor-required'] as const) : []),
    ...(isRole(access) && access !== 'viewer' ? (['role-too-low'] as const) : []),
    ...(needsFreshSignIn ? (['sign-in-again'] as const) : []),
    ...(access === 'buyer' ? (['portal-session-required'] as const) : []),
    // The size of a body is checked for calls without one, too.
    ...(method === 'GET' ? [] : [bodyLimit.problem]),
    ...(method !== 'GET' && access === 'buyer' ? (['other-website'] as const) : []),
    ...(body ? (body.problems ?? problemsOfBodies) : []),
    ...(query ? (['invalid'] as const) : []),
    ...(isVersioned ? (['edit-conflict'] as const) : []),
  ]);
  return Map.groupBy(codes, (code) => catalog[code].status);
}

function problemObject(
  { errorShape: { schema, extra } = usualErrors, errorPage }: Route,
  status: number,
  codes: readonly ProblemCode[],
  named: NamedSchemas,
): Json {
  const [code] = codes;
  const error = code ? catalog[code].text : '';
  return {
    description: codes.map((each) => `\`${each}\`: ${catalog[each].text}`).join('\n\n'),
    ...((status === 429 || status === 503) && {
      headers: {
        'Retry-After': { description: 'Seconds to wait before a retry', required: true, schema: text },
      },
    }),
    content: {
      'application/json': {
        schema: { allOf: [jsonSchema(schema, 'output', named), { properties: { code: { enum: codes } } }] },
        example: { error, code, requestId: '5f6f1d33-8f30-4cc0-a4a2-019a2f4e6f0f', ...extra(error) },
      },
      ...(errorPage && { 'text/html': { schema: text } }),
    },
  };
}
