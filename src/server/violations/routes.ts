import { empty } from '../http/answer.ts';
import { readJson } from '../http/input.ts';
import { route } from '../http/route.ts';
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
      'Browsers send these reports. Adds one to the number of the directive and the blocked host on this UTC day. Nothing else is stored.',
    rawBody: {
      schema: reportBody,
      example: {
        'csp-report': { 'effective-directive': 'connect-src', 'blocked-uri': 'https://tracker.example' },
      },
      otherTypes: reportTypes,
    },
    answers: { 204: { description: 'The violations are counted' } },
    handle: async ({ c, context }) => {
      const body = await readJson(c, reportBody, reportTypes);
      await countViolations(context, readViolations(body));
      return empty();
    },
  }),
];
