import { parseJson } from '../../../shared/parse-json.ts';
import { empty } from '../../frame/http/answer.ts';
import { route } from '../../frame/http/route.ts';
import { countViolations } from './count-violations.ts';
import { readViolations, reportBody } from './violation.ts';

/** The media types of `report-uri` and of `report-to`. */
const reportTypes = ['application/csp-report', 'application/reports+json'] as const;

/** The call to which browsers report violations of a page's Content-Security-Policy. */
export const violationRoutes = [
  route({
    method: 'POST',
    path: '/api/reports/csp',
    access: 'public',
    tag: 'Operations',
    summary: 'Report violations of a page policy',
    description:
      'Browsers send these reports. Adds one to the number of the directive and the blocked host on this UTC day. Nothing else is stored. What cannot be read is left out.',
    rawBody: {
      schema: reportBody,
      example: {
        'csp-report': { 'effective-directive': 'connect-src', 'blocked-uri': 'https://tracker.example' },
      },
      otherTypes: reportTypes,
    },
    answers: { 204: { description: 'The violations are counted' } },
    handle: async ({ c, context }) => {
      // Browsers send many shapes and media types, and nobody reads an error.
      await countViolations(context, readViolations(parseJson(await c.req.text())));
      return empty();
    },
  }),
];
