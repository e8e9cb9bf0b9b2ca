import { loadRoutes } from '../src/server/routes.ts';

/** Every call of the API. */
export const routes = await loadRoutes();

/** The calls as method and path: `GET /api/customers/:id`. */
export const callNames: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);
