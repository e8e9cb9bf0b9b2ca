import * as z from 'zod/mini';
import { customerChange, customerInput } from '../../../shared/schemas/customer.ts';
import { customerShape } from '../../customers/customer.ts';
import { forgottenShape } from '../../customers/forget-buyer.ts';
import { customerListQuery, customerQuery } from '../../customers/list-customers.ts';
import { person } from '../../customers/personal-data.ts';
import type { Operation } from '../operation.ts';

const id = { description: 'The id of the customer', example: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22' };

const sent = { name: 'Carl', email: 'carl@mail.example' };
const example = { id: id.example, ...sent, created_at: '2025-08-04T12:00:00.000Z', version: 1 };

/** What a sign-up is answered with: what was sent. */
const subscribed = z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) });

/** The calls about customers, and the newsletter. */
export const customerOperations = {
  'POST /api/customers': {
    summary: 'Subscribe to the newsletter, or create a customer',
    description:
      'A sign-up is answered with what was sent, whether or not the address was known; one address is kept once. An admin creates a record and gets it. A browser’s own form is answered with a page.',
    body: { schema: customerInput, example: sent, isForm: true },
    answers: {
      201: {
        description: 'What was sent; for an admin the new record',
        text: 'text/html',
        json: { schema: z.union([customerShape, subscribed]), example: sent },
      },
    },
    problems: ['email-required', 'email-invalid', 'customer-empty', 'customer-email-taken'],
  },
  'GET /api/customers': {
    summary: 'List customers',
    query: customerListQuery,
    answers: {
      200: {
        description: 'A page of the customers',
        json: { schema: z.object({ customers: z.array(customerShape) }), example: { customers: [example] } },
        headers: ['X-Total-Count'],
        sometimes: ['X-Next-Cursor'],
      },
    },
  },
  'GET /api/customers/export': {
    summary: 'Export customers as CSV',
    query: customerQuery,
    answers: {
      200: {
        description: 'One row for each customer that the query finds',
        text: 'text/csv',
        headers: ['Content-Disposition'],
      },
    },
  },
  'POST /api/customers/data': {
    summary: 'Export everything kept about an address',
    body: { schema: person, example: { email: sent.email } },
    answers: {
      200: {
        description: 'Table by table what is kept',
        json: {
          schema: z.looseObject({ email: z.string(), as_of: z.iso.datetime() }),
          example: { email: sent.email, as_of: '2025-08-05T00:00:00.000Z', customers: [example] },
        },
        headers: ['Content-Disposition'],
      },
    },
    problems: ['email-invalid'],
  },
  'POST /api/customers/forget': {
    summary: 'Forget an address that no customer has',
    description:
      'For somebody who bought and has no record here: purchases no longer name the address, nor does what the log says of customers. A customer is forgotten by deleting the record.',
    body: { schema: person, example: { email: sent.email } },
    answers: {
      200: {
        description: 'What was forgotten',
        json: { schema: forgottenShape, example: { purchases: 1 } },
      },
    },
    problems: ['email-invalid', 'address-has-customer'],
  },
  'GET /api/customers/:id': {
    summary: 'Show a customer',
    path: { id },
    answers: {
      200: { description: 'The customer', json: { schema: customerShape, example }, headers: ['ETag'] },
    },
    problems: ['customer-not-found'],
  },
  'PUT /api/customers/:id': {
    summary: 'Change a customer',
    path: { id },
    isVersioned: true,
    body: { schema: customerChange, example: { ...sent, version: 1 } },
    answers: {
      200: {
        description: 'The customer as it is now',
        json: { schema: customerShape, example: { ...example, version: 2 } },
        headers: ['ETag'],
      },
    },
    problems: ['customer-not-found', 'customer-empty', 'email-invalid', 'customer-email-taken'],
  },
  'DELETE /api/customers/:id': {
    summary: 'Forget a customer',
    description: 'The record goes, and with it what the log and their purchases say of them.',
    path: { id },
    isVersioned: true,
    answers: { 204: { description: 'The customer is forgotten' } },
    problems: ['customer-not-found'],
  },
} as const satisfies Record<string, Operation>;
