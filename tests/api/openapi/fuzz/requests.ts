import fc from 'fast-check';
import * as z from 'zod';
import { settings } from '../../harness.ts';
import { fromSchema } from './from-schema.ts';
import { oddText } from './odd-values.ts';
import { asText, spoilt } from './spoilt.ts';

const content = z.object({ schema: z.unknown(), example: z.unknown().optional() });

/** What the description tells of one operation, as far as requests are made from it. */
export const operationSchema = z.looseObject({
  parameters: z.array(
    z.looseObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      schema: z.unknown(),
      example: z.unknown().optional(),
    }),
  ),
  requestBody: z.looseObject({ content: z.record(z.string(), content) }).optional(),
});

/** An operation of the API, with requests that work. */
export interface Target {
  readonly method: string;
  /** As the description writes it: `/api/customers/{id}`. */
  readonly path: string;
  readonly operation: z.infer<typeof operationSchema>;
  /** Paths and bodies of requests that work, made before the test. */
  readonly working: readonly { readonly path: string; readonly body: unknown }[];
  /** Whether bodies are made from those that work alone. */
  readonly isAsWorking?: boolean;
}

/** The ID tokens of known people: see known-people.ts. */
export const tokens = {
  admin: 'fuzz.admin.token',
  /** Has an affiliate record, with a ledger. */
  affiliate: 'fuzz.affiliate.token',
  /** Has none yet. */
  applicant: 'fuzz.applicant.token',
} as const;

/** What is sent. */
export interface Sent {
  readonly caller: keyof typeof tokens | 'service' | 'anonymous' | 'other';
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const service = settings.service ?? { name: '', secret: '' };
const credentials = basic(`${service.name}:${service.secret}`);

/** What a header can hold at all. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{1,30}$/),
  fc.constantFrom('*', '""', 'W/"1"', '"1"', '"-1"', '"99999999999999999999"', '1', 'x'.repeat(6_000)),
);

const as = (caller: keyof typeof tokens) => ({
  caller,
  headers: { authorization: `Bearer ${tokens[caller]}` },
});

const authorization: fc.Arbitrary<Pick<Sent, 'caller' | 'headers'>> = fc.oneof(
  { arbitrary: fc.constant(as('admin')), weight: 10 },
  { arbitrary: fc.constant(as('affiliate')), weight: 4 },
  { arbitrary: fc.constant(as('applicant')), weight: 2 },
  {
    arbitrary: fc.constant({ caller: 'service', headers: { authorization: credentials } }),
    weight: 2,
  } as const,
  { arbitrary: fc.constant({ caller: 'anonymous', headers: {} }), weight: 3 } as const,
  {
    arbitrary: fc
      .oneof(
        fc.constantFrom(
          'Bearer',
          'Bearer ',
          'Bearer a.b.c',
          'bearer ..',
          'Basic',
          'Basic !',
          'Digest x',
          basic(''),
          basic(':'),
          basic('a\u0000:b'),
          basic(`${service.name}:`),
        ),
        headerText,
      )
      .map((text) => ({ caller: 'other' as const, headers: { authorization: text } })),
    weight: 1,
  },
);

const uriPart = oddText.map((text) => encodeURIComponent(text.toWellFormed()));

const pathPart = fc.oneof(
  { arbitrary: uriPart, weight: 5 },
  { arbitrary: fc.uuid(), weight: 3 },
  {
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%',
      '%zz',
      '%00',
      '%ff',
      '%ED%A0%80',
      'a%2Fb',
      'null',
      '-1',
      ';a=b',
      '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b1',
      '2025-13',
      '2025-00',
      '%20',
    ),
    weight: 3,
  },
);

const pathOf = ({ path, operation, working }: Target): fc.Arbitrary<string> => {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (named.length === 0) return fc.constant(path);
  const made = fc
    .record(
      Object.fromEntries(
        named.map(({ name, example }) => [name, fc.oneof(pathPart, fc.constant(String(example)))]),
      ),
    )
    .map((values) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  const real = working.map((request) => request.path.split('?')[0] ?? '');
  return real.length === 0
    ? made
    : fc.oneof({ arbitrary: made, weight: 2 }, { arbitrary: fc.constantFrom(...real), weight: 3 });
};

const asQuery = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed());

const queryOf = ({ operation, working }: Target): fc.Arbitrary<string> => {
  const pair = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) =>
      fc.oneof(fromSchema(schema).map(asQuery), uriPart, fc.constant('')).map((text) => `${name}=${text}`),
    );
  const odd = fc.oneof(
    fc.tuple(uriPart, uriPart).map((parts) => parts.join('=')),
    fc.constantFrom(
      '%',
      'limit',
      'q[]=1',
      'sort=-',
      'cursor=e30',
      'a=%ff',
      '&&=',
      'limit=1e3',
      'limit=0x10',
      'limit=1&limit=2',
    ),
  );
  const real = working.map((request) => request.path.split('?')[1] ?? '');
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 1 },
    {
      arbitrary: fc
        .array(
          fc.oneof({ arbitrary: odd, weight: 1 }, ...pair.map((arbitrary) => ({ arbitrary, weight: 2 }))),
          { maxLength: 4 },
        )
        .map((pairs) => pairs.join('&')),
      weight: pair.length > 0 ? 6 : 1,
    },
    ...(real.length > 0 ? [{ arbitrary: fc.constantFrom(...real), weight: 1 }] : []),
  );
};

const asForm = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, item]) => [
      name,
      typeof item === 'string' ? item : JSON.stringify(item),
    ]),
  ).toString();

const types = fc.constantFrom(
  'text/plain',
  'multipart/form-data',
  'application/json;charset=utf-16',
  'application/JSON',
  'application/x-www-form-urlencoded',
  'x',
);

type Content = Pick<Sent, 'body' | 'headers'>;

const json = { 'content-type': 'application/json' };

const contentOf = ({ method, operation, working, isAsWorking = false }: Target): fc.Arbitrary<Content> => {
  const nothing: Content = { body: undefined, headers: {} };
  if (method === 'GET') return fc.constant(nothing);
  const described = operation.requestBody?.content ?? {};
  const schema = described['application/json']?.schema;
  // A call that takes no body must not mind one.
  if (schema === undefined)
    return fc.oneof(
      fc.constant(nothing),
      asText(oddText).map((body) => ({ body, headers: json })),
    );
  const real = working.map(({ body }) => body);
  const value = spoilt(
    fc.oneof(
      { arbitrary: fromSchema(schema), weight: isAsWorking ? 0 : 1 },
      ...(real.length > 0 ? [{ arbitrary: fc.constantFrom(...real), weight: 1 }] : []),
    ),
  );
  const asJson = { arbitrary: asText(value).map((body) => ({ body, headers: json })), weight: 12 };
  const otherwise = {
    arbitrary: fc
      .tuple(asText(value), types)
      .map(([body, type]) => ({ body, headers: { 'content-type': type } })),
    weight: 1,
  };
  const form = {
    arbitrary: fc
      .oneof(value.map(asForm), oddText)
      .map((body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })),
    weight: 3,
  };
  return fc.oneof(asJson, otherwise, ...('application/x-www-form-urlencoded' in described ? [form] : []));
};

const further: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 4 },
  { arbitrary: fc.record({ 'if-match': headerText }), weight: 2 },
  {
    arbitrary: fc.constantFrom('text/html', 'application/json', '*/*;q=0', 'x').map((accept) => ({ accept })),
    weight: 1,
  },
  { arbitrary: fc.record({ cookie: headerText, origin: headerText, referer: headerText }), weight: 1 },
);

/** A request as a failed test prints it: a long body is cut. */
const readable = (sent: Sent): Sent =>
  Object.defineProperty(sent, fc.toStringMethod, {
    value: () =>
      fc.stringify({
        ...sent,
        ...(sent.body && sent.body.length > 600 && { body: `${sent.body.slice(0, 600)}…` }),
      }),
    enumerable: false,
  });

const anyOf = (target: Target, to: fc.Arbitrary<string>): fc.Arbitrary<Sent> =>
  fc.tuple(authorization, to, contentOf(target), further).map(([by, path, sent, more]) =>
    readable({
      caller: by.caller,
      path,
      body: sent.body,
      headers: { ...more, ...sent.headers, ...by.headers },
    }),
  );

/**
 * Requests of one operation: made from its schemas, right ones and ones that are wrong in every place, and requests that
 * work, with one thing or another wrong in their body.
 */
export const requestsOf = (target: Target): fc.Arbitrary<Sent> => {
  const anywhere = fc
    .tuple(pathOf(target), queryOf(target))
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`));
  return fc.oneof(
    { arbitrary: anyOf(target, anywhere), weight: 2 * target.working.length + 1 },
    ...target.working.map((request) => ({
      arbitrary: anyOf({ ...target, working: [request], isAsWorking: true }, fc.constant(request.path)),
      weight: 1,
    })),
  );
};
