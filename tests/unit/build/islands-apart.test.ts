import { expect, test } from 'vitest';
import { withoutRuntime } from '../../../src/build/islands-apart.ts';

const directive =
  '<script>(()=>{self.Astro={};window.dispatchEvent(new Event("astro:interaction"))})();</script>';
const element = '<script>(()=>{customElements.define("astro-island",f)})();</script>';
const page = (inside: string) =>
  `<head><script id="page-settings">0</script></head><body><script>other()</script>${inside}<p>words</p></body>`;

test('both scripts leave the page, and the page is told where they are', () => {
  const apart = withoutRuntime(
    page(`${directive}\n${element}<astro-island></astro-island>`),
    () => '/there.js',
  );
  expect(apart?.html).toBe(
    page('<astro-island></astro-island>').replace(
      'id="page-settings"',
      'id="page-settings" data-islands="/there.js"',
    ),
  );
  expect(apart?.script).toContain('astro:interaction');
  expect(apart?.script).toContain('customElements.define("astro-island"');
  expect(apart?.script).not.toContain('other()');
});

test('a page without islands stays as it is', () => {
  expect(withoutRuntime(page(''), () => '/there.js')).toBeNull();
});
