import { expect, test } from 'vitest';
import { freePort } from '../../../stack/ports.ts';
import { exampleSettings } from '../../../stack/settings.ts';
import { startStack } from '../../../stack/stack.ts';
import { describeStack } from '../../../stack/serve.ts';

test('the local stack starts without the emulator for an empty Firebase project id, and prints that', async () => {
  const settings = exampleSettings({
    PAYPAL_API_URL: `http://127.0.0.1:${String(await freePort())}`,
    PUBLIC_FIREBASE_PROJECT_ID: '',
  });
  const stack = await startStack(settings, null);
  try {
    expect(stack.firebase).toBeNull();
    expect(describeStack(settings, stack)).toContain('Authentication is not configured.');
    expect(describeStack(settings, stack)).not.toContain('Sample accounts');
  } finally {
    await stack.close();
  }
});
