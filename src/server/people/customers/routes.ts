import * as z from 'zod/mini';
import { adminCustomerInput, customerChange, customerInput } from '../../../shared/schemas/customer.ts';
import { hasStaffRole, lacksSecondFactor } from '../../frame/context/context.ts';
import { problem } from '../../../shared/problems.ts';
import { json, page, recordAnswer } from '../../frame/http/answer.ts';
import { downloadCsv, downloadJson } from '../../frame/http/download.ts';
import { readJson, recordId } from '../../frame/http/input.ts';
import { describeJson, onlyCsv, onlyJson, route } from '../../frame/http/route.ts';
import { createCustomer } from './create-customer.ts';
import { customerExample, customerShape, inputExample, inputShape, showCustomer } from './customer.ts';
import { deleteCustomer, forgetBuyer, forgottenBuyer } from './delete-customer.ts';
import { customerListQuery, customerQuery, exportCustomers, listCustomers } from './list-customers.ts';
import { loadPersonalData, person } from './personal-data.ts';
import { askForNewsletter } from '../newsletter/ask-for-newsletter.ts';
import { isFormPost, ownPath, subscribeByForm } from '../newsletter/newsletter-form.ts';
import { storeBuyer } from './store-buyer.ts';
import { updateCustomer } from './update-customer.ts';

const id = recordId('The ID of the customer', customerExample.id, 'customer-not-found');

/** Newsletter sign-ups, and the calls with which admins manage customers. */
export const customerRoutes = [
  route({
    method: 'POST',
    path: '/api/customers',
    access: 'public',
    sendsMails: true,
    tag: 'Customers',
    summary: 'Request the newsletter, or create a customer',
    description:
      'With `newsletter`, the address gets an email that asks for a confirmation, unless it is already confirmed. The answer repeats the request, whether or not the email was known. Each email is stored once. Admins create a customer and get the record. A plain HTML form requests the newsletter and gets a page.',
    rawBody: { schema: customerInput, example: inputExample, isForm: true },
    answers: {
      201: describeJson(
        'The request; for an admin the new customer',
        z.union([customerShape, inputShape]),
        inputExample,
        { text: 'text/html' },
      ),
    },
    errorPage: { title: 'Newsletter', href: '/', link: 'Back to the home page' },
    problems: [
      'email-required',
      'email-invalid',
      'customer-empty',
      'customer-email-taken',
      'second-factor-required',
    ],
    handle: async ({ c, context }) => {
      if (isFormPost(c)) return subscribeByForm(c);
      if (hasStaffRole(context.actor, 'admin'))
        return json(await createCustomer(context, await readJson(c, adminCustomerInput)), 201);
      // Otherwise an admin would get a visitor's answer, and no customer.
      if (lacksSecondFactor(context.actor)) throw problem('second-factor-required');
      const { newsletter, ...input } = await readJson(c, customerInput);
      if (newsletter) await askForNewsletter(context, input, ownPath(c.req.header('referer'), c.req.url));
      else await storeBuyer(context, input);
      return json(input, 201);
    },
  }),

  route({
    method: 'GET',
    path: '/api/customers',
    access: 'viewer',
    tag: 'Customers',
    summary: 'List customers',
    query: customerListQuery,
    answers: onlyJson(
      'A page of the customers',
      z.object({ customers: z.array(customerShape) }),
      { customers: [customerExample] },
      { headers: ['X-Total-Count'], optionalHeaders: ['X-Next-Cursor'] },
    ),
    handle: async ({ context, query }) => {
      const customers = await listCustomers(context, query);
      return page({ customers: customers.rows }, customers);
    },
  }),

  route({
    method: 'GET',
    path: '/api/customers/export',
    access: 'viewer',
    tag: 'Customers',
    summary: 'Export customers as CSV',
    query: customerQuery,
    answers: onlyCsv('One row for each matching customer'),
    handle: ({ c, context, query }) => downloadCsv(c, 'customers', exportCustomers(context, query)),
  }),

  route({
    method: 'POST',
    path: '/api/customers/data',
    access: 'viewer',
    tag: 'Customers',
    summary: 'Export all data about an email address',
    body: { schema: person, example: { email: inputExample.email } },
    answers: onlyJson(
      'All stored data, by table',
      z.looseObject({ email: z.string(), as_of: z.iso.datetime() }),
      {
        email: inputExample.email,
        as_of: '2025-08-05T00:00:00.000Z',
        customers: [customerExample],
      },
      { headers: ['Content-Disposition'] },
    ),
    problems: ['email-invalid'],
    handle: async ({ c, context, body }) =>
      downloadJson(c, 'personal-data', await loadPersonalData(context, body.email)),
  }),

  route({
    method: 'POST',
    path: '/api/customers/forget',
    access: 'admin',
    needsFreshSignIn: true,
    tag: 'Customers',
    summary: 'Erase the email address of a buyer or a subscriber without a customer record',
    description:
      'Removes the address from purchases, withdrawals, the newsletter, the outbox and the audit log of customers. If a customer has the address, delete the customer instead.',
    body: { schema: person, example: { email: inputExample.email } },
    answers: onlyJson('Number of changed purchases and deleted subscriptions', forgottenBuyer, {
      purchases: 1,
      subscriptions: 0,
    }),
    problems: ['email-invalid', 'address-has-customer'],
    handle: async ({ context, body }) => json(await forgetBuyer(context, body.email)),
  }),

  route({
    method: 'GET',
    path: '/api/customers/:id',
    access: 'viewer',
    tag: 'Customers',
    summary: 'Show a customer',
    params: { id },
    answers: onlyJson('The customer', customerShape, customerExample, { headers: ['ETag'] }),
    problems: ['customer-not-found'],
    handle: async ({ context, params }) => recordAnswer(await showCustomer(context, params.id)),
  }),

  route({
    method: 'PUT',
    path: '/api/customers/:id',
    access: 'admin',
    tag: 'Customers',
    summary: 'Change a customer',
    params: { id },
    isVersioned: true,
    body: { schema: customerChange, example: { ...inputExample, version: 1 } },
    answers: onlyJson(
      'The changed customer',
      customerShape,
      { ...customerExample, version: 2 },
      { headers: ['ETag'] },
    ),
    problems: ['customer-not-found', 'customer-empty', 'email-invalid', 'customer-email-taken'],
    handle: async ({ context, params, body, version }) =>
      recordAnswer(await updateCustomer(context, params.id, body, version)),
  }),

  route({
    method: 'DELETE',
    path: '/api/customers/:id',
    access: 'admin',
    needsFreshSignIn: true,
    tag: 'Customers',
    summary: 'Delete a customer',
    params: { id },
    description: 'Deletes the record, and erases its emails as `/api/customers/forget` does.',
    isVersioned: true,
    answers: { 204: { description: 'The customer is deleted' } },
    problems: ['customer-not-found'],
    handle: ({ context, params, version }) => deleteCustomer(context, params.id, version),
  }),
];
