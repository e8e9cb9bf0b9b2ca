import * as z from 'zod/mini';
import { fromPattern, linkEvents } from '../../../shared/counted-events.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { problem } from '../../../shared/problems.ts';
import { empty } from '../../frame/http/answer.ts';
import { route } from '../../frame/http/route.ts';
import { countEvent, countForLink, subjectOf } from './count-event.ts';

const eventName = z.enum(linkEvents);

/** The call with which pages count views and steps of a purchase. */
export const countRoutes = [
  route({
    method: 'POST',
    path: '/api/counts/:event',
    access: 'public',
    tag: 'Operations',
    summary: 'Count an event',
    description:
      'Adds one to an event’s count for this UTC day and, with `from`, for the link. Stores no address, browser, cookie or time. A view of a path that isn’t a page of the site gets the same answer, and isn’t counted. On one day, 500 different subjects of an event are counted by name, and the rest together as `(other)`.',
    params: {
      event: {
        description: `One of ${linkEvents.map((name) => `\`${name}\``).join(', ')}`,
        example: 'view',
        schema: eventName,
        missing: 'not-found',
      },
    },
    query: z.object({
      of: z
        .string()
        .check(
          z.maxLength(maxLengths.source),
          z.describe(
            'The path of the viewed page, the ID of the plan, or the name of the downloaded file. `/profile/ID` counts as `/profile`',
          ),
        ),
      from: z
        .optional(z.string().check(z.regex(new RegExp(fromPattern))))
        .check(
          z.describe(
            'The code of the owner’s link that the tab was opened with. `paid` counts only for the link; an unknown code is ignored',
          ),
        ),
    }),
    answers: { 204: { description: 'The event is counted, or the path isn’t a page of the site' } },
    handle: async ({ c, context, params, query }) => {
      const event = eventName.parse(params.event);
      const subject = subjectOf(event, query.of);
      if (subject === null)
        throw problem('invalid', { fields: [{ field: 'of', message: 'Not a subject of this event' }] });
      const pages = event === 'view' ? await c.get('services').countedPages?.() : null;
      if (pages && !pages.has(subject)) return empty();
      if (event !== 'paid') await countEvent(context, event, subject);
      if (query.from !== undefined) await countForLink(context, event, query.from);
      return empty();
    },
  }),
];
