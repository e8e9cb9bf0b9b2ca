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
      'Browsers send these reports. For each UTC day, the directive and the blocked host are counted, and nothing else is stored: no address of a page or resource, no query, no browser and no user. Reports about browser extensions are ignored. On one day, 200 different violations are counted by host, and further ones as `(other)`. The numbers are deleted after 30 days.',
    rawBody: {
      schema: reportBody,
      example: {
        'csp-report': {
          'document-uri': 'https://kithbook.example/buy',
          'effective-directive': 'connect-src',
          'blocked-uri': 'https://tracker.example/pixel',
        },
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
