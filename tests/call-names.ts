import { routes } from '../src/server/routes.ts';

/** Every call of the API as `GET /api/customers/:id`. */
export const callNames: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);
