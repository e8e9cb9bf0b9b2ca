import { catalogue, type ProblemCode } from '../../shared/problems.ts';
import type { Access } from '../http/access.ts';
import { answerHeaders } from './headers.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';
import type { Answer, AnswerHeader, Operation, RequestBody } from './operation.ts';
import { problemContent } from './problem-schema.ts';
import { problemsOf } from './problems-of.ts';

const text = { type: 'string' };

const headerObject = (name: AnswerHeader, required: boolean): [string, Json] => [
  name,
  { description: answerHeaders[name], required, schema: text },
];

const answerObject = (
  { description, json, text: type, headers = [], sometimes = [] }: Answer,
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
  path: string,
  status: number,
  codes: readonly ProblemCode[],
  isForm: boolean,
  named: NamedSchemas,
): Json => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].text}`).join('\n\n'),
  ...((status === 429 || status === 503) && {
    headers: {
      'Retry-After': { description: 'Seconds until another try makes sense', required: true, schema: text },
    },
  }),
  content: {
    'application/json': problemContent(path, codes, named),
    // The form again, with the sentence above it.
    ...(isForm && { 'text/html': { schema: text } }),
  },
});

const bodyObject = ({ schema, example, isForm }: RequestBody, named: NamedSchemas): Json => {
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
  { path = {}, query, isVersioned }: Operation,
  named: NamedSchemas,
): readonly Json[] => [
  ...Object.entries(path).map(([name, { description, example }]) => ({
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

const securityOf = ({ who, service }: Access): readonly Json[] => [
  ...(who === 'open' ? [{}] : []),
  { idToken: [] },
  ...(service ? [{ serviceCredentials: [] }] : []),
];

const operationId = (method: string, path: string): string =>
  method.toLowerCase() + path.replace(/[^A-Za-z]+([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());

/** One call as an OpenAPI operation object; the shapes it names are put into `named`. */
export const operationObject = (
  { tag, call, access }: { readonly tag: string; readonly call: string; readonly access: Access },
  operation: Operation,
  named: NamedSchemas,
): Json => {
  const [method = '', path = ''] = call.split(' ');
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: securityOf(access),
    parameters: parameterObjects(operation, named),
    ...(operation.body && { requestBody: bodyObject(operation.body, named) }),
    responses: Object.fromEntries([
      ...Object.entries(operation.answers).map(([status, answer]) => [status, answerObject(answer, named)]),
      ...[...problemsOf(method, access, operation)].map(([status, codes]) => [
        String(status),
        problemObject(path, status, codes, operation.body?.isForm ?? false, named),
      ]),
    ]),
  };
};
