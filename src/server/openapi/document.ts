import { site } from '../../shared/site.ts';
import { access, type Call } from '../http/access.ts';
import type { Json, NamedSchemas } from './json-schema.ts';
import { operationObject } from './operation-object.ts';
import { groups } from './operations.ts';

const description = `- JSON in UTF-8
- Times are ISO 8601 in UTC
- Amounts in \`_cents\` are US cents
- Errors have a sentence and a stable code
- Another method on a path is 405, with Allow
- An unknown path is 404
`;

const securitySchemes = {
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The identity provider’s ID token of somebody signed in',
  },
  serviceCredentials: {
    type: 'http',
    scheme: 'basic',
    description:
      'The service credentials, for machines: with the user-profile service, and to look up a code',
  },
};

/**
 * The whole API as an OpenAPI 3.1 document, made from the access table, the operations, and the zod schemas that the
 * calls themselves go by.
 */
export const openApiDocument = (): Json => {
  const named: NamedSchemas = new Map();
  const calls = groups.flatMap(({ name: tag, operations }) =>
    Object.entries(operations).map(([call, operation]) => {
      const [method = '', path = ''] = call.split(' ');
      return {
        path: path.replace(/:(\w+)/g, '{$1}'),
        method: method.toLowerCase(),
        object: operationObject({ tag, call, access: access[call as Call] }, operation, named),
      };
    }),
  );
  const paths = [...Map.groupBy(calls, ({ path }) => path)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map(({ method, object }) => [method, object])),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: `${site.product} API`, version: '1.0.0', description, contact: { email: site.email } },
    servers: [{ url: '/' }],
    tags: groups.map(({ name, description: about }) => ({ name, description: about })),
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(named), securitySchemes },
  };
};
