import { loadRoutes } from '../src/server/routes.ts';

/** The routes of the API. */
export const routes = await loadRoutes();

/** The names of the routes, such as `GET /api/customers/:id`. */
export const callNames: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);
