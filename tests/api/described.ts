import { routes } from '../call-names.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../../src/server/openapi/json-schema.ts';
import { openApiDocument } from '../../src/server/openapi/document.ts';
/** An answer of the API, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, a text for other content, null for none. */
  readonly body: unknown;
}

/** The API's description, as it is published. */
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

/** What is wrong with a value by the schema at this place of the description; null when nothing is. */
export const wrongBy = (place: readonly string[], value: unknown): string | null => {
  const validate = ajv.getSchema(`api#/${pointer(place)}`);
  if (!validate) return 'there is no such schema';
  return validate(value) ? null : ajv.errorsText(validate.errors);
};

const rows = routes.map(({ method, path }) => ({
  method,
  path: path.replace(/:(\w+)/g, '{$1}'),
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  isExact: !path.includes(':'),
}));

/** The place in the description of a call to this address, if it is one of its calls. */
export const placeOf = (
  method: string,
  address: string,
): readonly [path: string, method: string] | undefined => {
  const { pathname } = new URL(address, 'http://site.example');
  const found = rows.filter((row) => row.method === method && row.pattern.test(pathname));
  const row = found.find(({ isExact }) => isExact) ?? found[0];
  return row && [row.path, row.method.toLowerCase()];
};

/** Throws when an answer is not as the API's description says: its status, its body, the headers it promises. */
export const assertDescribed = (method: string, address: string, { status, headers, body }: Answer): void => {
  const place = placeOf(method, address);
  // Of a method that a path does not know the description says once what comes.
  if (!place || status === 405) return;
  const [path, verb] = place;
  const fail = (what: string) => {
    throw new Error(`${method} ${address} answered ${String(status)}, and ${what}: ${JSON.stringify(body)}`);
  };
  const answer = description.paths[path]?.[verb]?.responses[String(status)];
  if (!answer) return fail('the description does not know this status');
  for (const [name, { required }] of Object.entries(answer.headers ?? {}))
    if (required && !headers.has(name)) return fail(`the header ${name} is missing`);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (body === null && !answer.content) return;
  if (!answer.content?.[type]) return fail(`the description does not know the type ${type}`);
  if (type !== 'application/json') return;
  const wrong = wrongBy(['paths', path, verb, 'responses', String(status), 'content', type, 'schema'], body);
  if (wrong !== null) fail(wrong);
};
