import * as z from 'zod/mini';
import {
  affiliateApplication,
  affiliateInput,
  mailChoice,
  promotionInput,
} from '../../../shared/schemas/affiliate.ts';
import { problem } from '../../../shared/problems.ts';
import { hasStaffRole, isOwnAddress, lacksSecondFactor } from '../../frame/context/context.ts';
import { json, page } from '../../frame/http/answer.ts';
import { readJson } from '../../frame/http/input.ts';
import { describeJson, onlyJson, route } from '../../frame/http/route.ts';
import { affiliateExample, affiliateShape } from './affiliate.ts';
import { chooseMails } from './choose-mails.ts';
import { applyToProgram, createAffiliate } from './create-affiliate.ts';
import { savePromotion } from './decide-application.ts';
import { findOwnAffiliate, lookUpAffiliate } from './find-affiliate.ts';
import { affiliateListQuery, listAffiliates } from './list-affiliates.ts';

const { name, email, code, date_activated } = affiliateExample;

/** The calls that affiliates make for themselves. Admins reach every affiliate with them. */
export const affiliateRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'List affiliates',
    description:
      'Staff get a page of all affiliates. Other users get an array with their own affiliate, or an empty one.',
    query: affiliateListQuery,
    answers: onlyJson('The affiliates', z.array(affiliateShape), [affiliateExample], {
      optionalHeaders: ['X-Total-Count', 'X-Next-Cursor'],
    }),
    problems: ['second-factor-required'],
    handle: async ({ c, context, query }) => {
      if (!hasStaffRole(context.actor, 'viewer')) {
        // The list of the administration has a query. The reason must not look like a short list.
        if (lacksSecondFactor(context.actor) && Object.keys(c.req.query()).length > 0)
          throw problem('second-factor-required');
        const own = await findOwnAffiliate(context);
        return json(own ? [own] : []);
      }
      const affiliates = await listAffiliates(context, query);
      return page(affiliates.rows, affiliates);
    },
  }),

  route({
    method: 'POST',
    path: '/api/affiliates',
    access: 'signed-in',
    sendsMails: true,
    tag: 'Affiliates',
    summary: 'Apply to the program, or create an affiliate',
    description:
      'Users apply with the email of their own account; the new affiliate is not active yet. Admins create any affiliate, with any code, active or not. For an active one, sign in within the last ten minutes.',
    rawBody: {
      schema: z.union([affiliateInput, affiliateApplication]),
      example: { name, email, code, referred_by: null, date_activated },
    },
    answers: {
      201: describeJson('The new affiliate', affiliateShape, affiliateExample),
    },
    problems: [
      'sign-in-again',
      'second-factor-required',
      'affiliate-not-own',
      'affiliate-name-required',
      'affiliate-code-required',
      'affiliate-code-shape',
      'affiliate-code-form',
      'email-required',
      'email-invalid',
      'affiliate-code-taken',
      'affiliate-email-taken',
    ],
    handle: async ({ c, context }) => {
      const { actor } = context;
      if (hasStaffRole(actor, 'admin')) {
        const input = await readJson(c, affiliateInput);
        // An active affiliate earns, so creating one asks for a fresh sign-in, like an activation.
        if (input.date_activated !== null && !(actor.kind === 'user' && actor.hasFreshSignIn))
          throw problem('sign-in-again');
        return json(await createAffiliate(context, input), 201);
      }
      const application = await readJson(c, affiliateApplication);
      if (lacksSecondFactor(actor) && !isOwnAddress(actor, application.email))
        throw problem('second-factor-required');
      return json(await applyToProgram(context, application), 201);
    },
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/application',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Describe in your own application how you will tell people about the product',
    description: 'Allowed until an admin decides on the application. Null removes the text.',
    body: { schema: promotionInput, example: { promotion: affiliateExample.promotion } },
    answers: onlyJson('The affiliate', affiliateShape, affiliateExample),
    problems: ['affiliate-not-found', 'application-decided'],
    handle: async ({ context, body }) => json(await savePromotion(context, body.promotion)),
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/mails',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Choose which optional emails you get as an affiliate',
    description: 'A kind in neither list stays as it is.',
    body: { schema: mailChoice, example: { muted: ['first-sale'], wanted: ['affiliate-letter'] } },
    answers: onlyJson('The affiliate', affiliateShape, affiliateExample),
    problems: ['affiliate-not-found'],
    handle: async ({ context, body }) => json(await chooseMails(context, body)),
  }),

  route({
    method: 'GET',
    path: '/api/affiliates/email/:email',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Find an affiliate by email',
    description:
      'Users find their own affiliate, admins every affiliate. An affiliate of another user counts as missing.',
    params: { email: { description: 'The email, URL-encoded', example: email } },
    answers: onlyJson('The affiliate', affiliateShape, affiliateExample),
    problems: ['affiliate-not-found'],
    handle: async ({ context, params }) => json(await lookUpAffiliate(context, params.email)),
  }),
];
