import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { openNeon } from '../../neon.ts';
import { type Shop, startShop } from '../../shop.ts';

interface Scene {
  shop: Shop;
  make: ReturnType<typeof fixtures>;
  /** An admin's ID token. */
  admin: string;
}

/** Starts a shop for the tests of a file. The helpers call the API as an admin. */
export const personalDataScene = () => {
  const scene = {} as Scene;
  beforeAll(async () => {
    const [database, admin] = await Promise.all([openNeon(), signIn('admin')]);
    const shop = await startShop({ database });
    Object.assign(scene, { shop, admin, make: fixtures(shop.rows) });
  });
  afterAll(() => scene.shop.close());

  const asAdmin = (method: string, path: string, body?: object) =>
    scene.shop.call(method, path, body, { token: scene.admin });
  const create = async (email: string) => {
    const { body } = await asAdmin('POST', '/api/customers', { name: 'Wilhelmina', email });
    return z.object({ id: z.string() }).parse(body).id;
  };
  const exportData = (email: string) => asAdmin('POST', '/api/customers/data', { email });
  return { scene, asAdmin, create, exportData };
};
