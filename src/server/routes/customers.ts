import * as z from 'zod';
import { problem } from '../../shared/problems.ts';
import { customerInput, customerRecord } from '../../shared/schemas/customer.ts';
import { isAdmin } from '../context.ts';
import { createCustomer } from '../domain/customer/create-customer.ts';
import { deleteCustomer } from '../domain/customer/delete-customer.ts';
import { customerListQuery, listCustomers } from '../domain/customer/list-customers.ts';
import { subscribeCustomer } from '../domain/customer/subscribe-customer.ts';
import { updateCustomer } from '../domain/customer/update-customer.ts';
import type { Calls } from '../http/calls.ts';
import { parseInput, readJson } from '../http/input.ts';
import type { Request } from '../http/types.ts';
import { isFormPost, subscribeByForm } from './newsletter-form.ts';

const idOf = (c: Request): string => {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw problem('customer-not-found');
  return id.data;
};

/** Newsletter sign-ups and customers. An anonymous sign-up is answered with what was sent, known or not. */
export const customerCalls: Calls = {
  'POST /api/customers': async (c) => {
    if (isFormPost(c)) return subscribeByForm(c);
    const context = c.get('context');
    if (isAdmin(context.actor))
      return c.json(await createCustomer(context, await readJson(c, customerRecord)), 201);
    const input = await readJson(c, customerInput);
    await subscribeCustomer(context, input);
    return c.json(input, 201);
  },

  'GET /api/customers': async (c) => {
    const page = await listCustomers(c.get('context'), parseInput(customerListQuery, c.req.query()));
    if (page.next) c.header('X-Next-Cursor', page.next);
    return c.json({ customers: page.customers });
  },

  'PUT /api/customers/:id': async (c) => {
    const input = await readJson(c, customerRecord);
    return c.json(await updateCustomer(c.get('context'), idOf(c), input));
  },

  'DELETE /api/customers/:id': async (c) => {
    await deleteCustomer(c.get('context'), idOf(c));
    return c.body(null, 204);
  },
};
