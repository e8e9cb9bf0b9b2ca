import { customerInput, customerRecord } from '../../shared/schemas/customer.ts';
import { isAdmin } from '../context.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { subscribeCustomer } from '../customers/subscribe-customer.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';
import { isFormPost, subscribeByForm } from './newsletter-form.ts';

/** Newsletter sign-ups and buyers. An anonymous sign-up is answered with what was sent, known or not. */
export const signUpCalls = {
  'POST /api/customers': async (c) => {
    if (isFormPost(c)) return subscribeByForm(c);
    const context = c.get('context');
    if (isAdmin(context.actor))
      return json(await createCustomer(context, await readJson(c, customerRecord)), 201);
    const input = await readJson(c, customerInput);
    await subscribeCustomer(context, input);
    return json(input, 201);
  },
} satisfies Calls;
