import { routes } from '../call-names.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../../src/server/frame/openapi/json-schema.ts';
import { openApiDocument } from '../../src/server/frame/openapi/document.ts';

/** A response of the API with its whole body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, a text for other content, null for none. */
  readonly body: unknown;
}

/** The API's published OpenAPI description. */
export const description = JSON.parse(JSON.stringify(openApiDocument(routes))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
};

interface Content {
  readonly schema: Json;
  readonly example?: unknown;
}

export interface OperationObject {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required: boolean }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(description, 'api');

const pointer = (parts: readonly string[]): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** Validates a value by the schema at this path of the description. Returns the errors, or null if the value is valid. */
export const schemaErrors = (path: readonly string[], value: unknown): string | null => {
  const validate = ajv.getSchema(`api#/${pointer(path)}`);
  if (!validate) return 'the schema does not exist';
  return validate(value) ? null : ajv.errorsText(validate.errors);
};

const operations = routes.map(({ method, path }) => ({
  method,
  path: path.replace(/:(\w+)/g, '{$1}'),
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  isExact: !path.includes(':'),
}));

/** Returns the path and the method of the operation that describes a call to this address. Undefined for an unknown address. */
export const findOperation = (
  method: string,
  address: string,
): readonly [path: string, method: string] | undefined => {
  const { pathname } = new URL(address, 'http://site.example');
  const matches = operations.filter(
    (candidate) => candidate.method === method && candidate.pattern.test(pathname),
  );
  const operation = matches.find(({ isExact }) => isExact) ?? matches[0];
  return operation && [operation.path, operation.method.toLowerCase()];
};

/** Throws if the status, the required headers or the body of a response do not match the API's description. */
export const assertMatchesDescription = (
  method: string,
  address: string,
  { status, headers, body }: Answer,
): void => {
  const operation = findOperation(method, address);
  // The description has 405 once for all paths, not in each operation.
  if (!operation || status === 405) return;
  const [path, verb] = operation;
  const fail = (problem: string) => {
    throw new Error(
      `${method} ${address} answered ${String(status)}, and ${problem}: ${JSON.stringify(body)}`,
    );
  };
  const answer = description.paths[path]?.[verb]?.responses[String(status)];
  if (!answer) return fail('the description does not know this status');
  for (const [name, { required }] of Object.entries(answer.headers ?? {}))
    if (required && !headers.has(name)) return fail(`the header ${name} is missing`);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (body === null && !answer.content) return;
  if (!answer.content?.[type]) return fail(`the description does not know the type ${type}`);
  if (type !== 'application/json') return;
  const schema = ['paths', path, verb, 'responses', String(status), 'content', type, 'schema'];
  const errors = schemaErrors(schema, body);
  if (errors !== null) fail(errors);
};
