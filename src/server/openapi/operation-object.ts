import { catalogue, type ProblemCode } from '../../shared/problems.ts';
import { usualErrors } from '../http/error-shapes.ts';
import type { AnswerDescription, AnswerHeader, BodyDescription, Route } from '../http/route.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';
import { problemContent, problemsOf } from './problems-of.ts';

const text = { type: 'string' };

const answerHeaders: Readonly<Record<AnswerHeader, string>> = {
  ETag: 'The version of the record, for If-Match',
  'X-Total-Count': 'How many rows the list has in all; with a plus where there are more than are counted',
  'X-Next-Cursor': 'The cursor of the next page; missing on the last one',
  'Content-Disposition': 'The name that the file is saved under',
  'Set-Cookie': 'The referral cookie',
};

const headerObject = (name: AnswerHeader, required: boolean): [string, Json] => [
  name,
  { description: answerHeaders[name], required, schema: text },
];

const answerObject = (
  { description, json, text: type, headers = [], sometimes = [] }: AnswerDescription,
  named: NamedSchemas,
): Json => ({
  description,
  ...(headers.length + sometimes.length > 0 && {
    headers: Object.fromEntries([
      ...headers.map((name) => headerObject(name, true)),
      ...sometimes.map((name) => headerObject(name, false)),
    ]),
  }),
  ...((json ?? type) && {
    content: {
      ...(json && {
        'application/json': { schema: jsonSchema(json.schema, 'output', named), example: json.example },
      }),
      ...(type && { [type]: { schema: text } }),
    },
  }),
});

const problemObject = (
  { errorShape = usualErrors, body, rawBody }: Route,
  status: number,
  codes: readonly ProblemCode[],
  named: NamedSchemas,
): Json => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].text}`).join('\n\n'),
  ...((status === 429 || status === 503) && {
    headers: {
      'Retry-After': { description: 'Seconds until another try makes sense', required: true, schema: text },
    },
  }),
  content: {
    'application/json': problemContent(errorShape, codes, named),
    // The form again, with the sentence above it.
    ...((body ?? rawBody)?.isForm && { 'text/html': { schema: text } }),
  },
});

const bodyObject = ({ schema, example, isForm }: BodyDescription, named: NamedSchemas): Json => {
  const sent = { schema: jsonSchema(schema, 'input', named), example };
  return {
    required: true,
    content: { 'application/json': sent, ...(isForm && { 'application/x-www-form-urlencoded': sent }) },
  };
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version that the change was made from, as ETag gave it; * for any of a record that is there',
  schema: text,
  example: '"1"',
};

const parameterObjects = (
  { params = {}, query, isVersioned }: Route,
  named: NamedSchemas,
): readonly Json[] => [
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

const securityOf = ({ who, service }: Route): readonly Json[] => [
  ...(who === 'open' ? [{}] : []),
  { idToken: [] },
  ...(service ? [{ serviceCredentials: [] }] : []),
];

const operationId = (method: string, path: string): string =>
  method.toLowerCase() + path.replace(/[^A-Za-z]+([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());

/** A call as an OpenAPI operation object. Puts the shapes that have names into `named`. */
export function operationObject(call: Route, named: NamedSchemas): Json {
  const body = call.body ?? call.rawBody;
  return {
    operationId: operationId(call.method, call.path),
    tags: [call.tag],
    summary: call.summary,
    ...(call.description && { description: call.description }),
    security: securityOf(call),
    parameters: parameterObjects(call, named),
    ...(body && { requestBody: bodyObject(body, named) }),
    responses: Object.fromEntries([
      ...Object.entries(call.answers).map(([status, answer]) => [status, answerObject(answer, named)]),
      ...[...problemsOf(call)].map(([status, codes]) => [
        String(status),
        problemObject(call, status, codes, named),
      ]),
    ]),
  };
}
