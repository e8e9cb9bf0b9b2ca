import { unique } from '../../api/factories.ts';
import { insertAffiliate, searchFor, signInAdmin, tableCell, tableRow, tableRows } from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';

test('admin reads in the audit log who changed what and why, with before and after', async ({
  page,
  rows,
}) => {
  const one = await insertAffiliate(rows);
  const admin = await signInAdmin(page);
  await rows(
    `insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, before, after)
     values (gen_random_uuid(), now(), $1, $2, 'affiliate.update', 'affiliate', $3, $4, $5)`,
    [
      admin.uid,
      admin.email,
      one.id,
      JSON.stringify({ name: one.name }),
      JSON.stringify({ name: `Changed ${one.tag}` }),
    ],
  );
  await page.goto(`/audit-log?q=${one.id}`);
  await expect(tableRows(page)).toHaveCount(1);
  await expect(tableCell(page, one.id, 'Change')).toHaveText(`${admin.email} changed ${one.code}`);
  await expect(tableCell(page, one.id, 'Change').getByRole('link', { name: one.code })).toHaveAttribute(
    'href',
    `/affiliate-admin?q=${one.code}`,
  );
  await expect(tableCell(page, one.id, 'Time (UTC)')).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  const changes = tableCell(page, one.id, 'Details');
  await changes.locator('summary').click();
  await expect(changes.getByRole('listitem')).toHaveText([`name: ${one.name} → Changed ${one.tag}`]);
  await expect(changes.locator('del')).toHaveText(one.name);
  await expect(changes.locator('ins')).toHaveText(`Changed ${one.tag}`);
  await searchFor(page, admin.email);
  await expect(tableRows(page)).toHaveCount(1);
  await expect(tableCell(page, admin.email, 'Details')).toContainText(one.id);
  await test.step('an import is one line, and the links and the list of actions filter', async () => {
    const [person, request] = [`${unique()}@mail.example`, unique()];
    await rows(
      `insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, reason, request_id)
       select gen_random_uuid(), now(), 'an-admin', $1, 'affiliate.create', 'affiliate', 'row' || n, 'import', $2
       from generate_series(1, 3) n`,
      [person, request],
    );
    await rows(
      `insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id)
       values (gen_random_uuid(), now(), 'an-admin', $1, 'affiliate.delete', 'affiliate', 'row1')`,
      [person],
    );
    await page.goto(`/audit-log?actor=${person}`);
    await expect(tableRows(page)).toHaveCount(2);
    await page.getByLabel('Action', { exact: true }).selectOption('affiliate.create');
    await expect(tableRows(page)).toHaveCount(1);
    await expect(tableRows(page)).toContainText(`${person} imported 3 affiliates`);
    await page.getByRole('link', { name: 'Show each one' }).click();
    await expect(tableRows(page)).toHaveCount(3);
    await expect(page.getByLabel('Action', { exact: true })).toHaveValue('');
    await tableRow(page, 'row1').locator('summary').click();
    await tableRow(page, 'row1').getByRole('link', { name: 'All changes to this record' }).click();
    await expect(page.getByText('About affiliate row1')).toBeVisible();
    await expect(tableRow(page, person)).toHaveCount(2);
    await tableRow(page, `${person} deleted`).getByRole('link', { name: person }).click();
    await expect(tableRows(page)).toHaveCount(2);
    await page.getByRole('button', { name: `Remove this filter: By ${person}` }).click();
    await expect(page.getByText('Only by')).toHaveCount(0);
    await expect(tableRows(page).nth(2)).toBeVisible();
  });
});
