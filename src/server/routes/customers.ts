import { customerChange } from '../../shared/schemas/customer.ts';
import { deleteCustomer } from '../customers/delete-customer.ts';
import { exportCustomers } from '../customers/export-customers.ts';
import { forgetBuyer } from '../customers/forget-buyer.ts';
import { customerListQuery, customerQuery, listCustomers } from '../customers/list-customers.ts';
import { person, personalData } from '../customers/personal-data.ts';
import { showCustomer } from '../customers/show-customer.ts';
import { updateCustomer } from '../customers/update-customer.ts';
import { empty, json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { downloadCsv, downloadJson } from '../http/download.ts';
import { readJson, readQuery } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';
import { recordId } from '../http/record-id.ts';
import { expectedVersion, recordAnswer } from '../http/versions.ts';

/** Customers as admins keep them. */
export const customerCalls = {
  'GET /api/customers': async (c) => {
    const page = await listCustomers(c.get('context'), readQuery(c, customerListQuery));
    return pageAnswer({ customers: page.rows }, page);
  },

  'GET /api/customers/export': (c) => {
    const query = readQuery(c, customerQuery);
    return downloadCsv(c, 'customers', exportCustomers(c.get('context'), query));
  },

  'POST /api/customers/data': async (c) => {
    const { email } = await readJson(c, person);
    return downloadJson(c, 'personal-data', await personalData(c.get('context'), email));
  },

  'POST /api/customers/forget': async (c) => {
    const { email } = await readJson(c, person);
    return json(await forgetBuyer(c.get('context'), email));
  },

  'GET /api/customers/:id': async (c) => {
    const found = await showCustomer(c.get('context'), recordId(c, 'customer-not-found'));
    return recordAnswer(found, found);
  },

  'PUT /api/customers/:id': async (c) => {
    const input = await readJson(c, customerChange);
    const id = recordId(c, 'customer-not-found');
    const changed = await updateCustomer(c.get('context'), id, input, expectedVersion(c, input.version));
    return recordAnswer(changed, changed);
  },

  'DELETE /api/customers/:id': async (c) => {
    const id = recordId(c, 'customer-not-found');
    await deleteCustomer(c.get('context'), id, expectedVersion(c));
    return empty();
  },
} satisfies Calls;
