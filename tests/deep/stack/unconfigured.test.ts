import { expect, test } from 'vitest';
import { freePort } from '../../../stack/ports.ts';
import { exampleSettings } from '../../../stack/settings.ts';
import { startStack } from '../../../stack/stack.ts';
import { describeStack } from '../../../stack/serve.ts';

test('the local stack starts without Firebase and mail settings, and prints that', async () => {
  const settings = exampleSettings({
    PAYPAL_API_URL: `http://127.0.0.1:${String(await freePort())}`,
    LEAKED_PASSWORDS_URL: `http://127.0.0.1:${String(await freePort())}`,
    PUBLIC_FIREBASE_PROJECT_ID: '',
    MAIL_URL: '',
  });
  const stack = await startStack(settings, null);
  try {
    expect(stack.firebase).toBeNull();
    expect(describeStack(settings, stack)).toContain('Authentication is not configured.');
    expect(stack.mail).toBeNull();
    expect(describeStack(settings, stack)).toContain('waits: MAIL_URL is not set.');
    expect(describeStack(settings, stack)).not.toContain('Sample accounts');
  } finally {
    await stack.close();
  }
});
