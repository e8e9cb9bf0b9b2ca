import { openApiDocument } from '../../server/frame/openapi/document.ts';
import { loadRoutes } from '../../server/routes.ts';

/** The API's description, for programs. */
export async function GET(): Promise<Response> {
  return Response.json(openApiDocument(await loadRoutes()));
}
