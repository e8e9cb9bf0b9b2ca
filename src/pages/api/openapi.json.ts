import { openApiDocument } from '../../server/openapi/document.ts';

/** The API's description, for programs. */
export const GET = (): Response => Response.json(openApiDocument());
