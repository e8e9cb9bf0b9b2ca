import { z } from 'zod';
import { runChild } from '../child.ts';
import { runCluster } from './cluster.ts';

await runChild(z.object({ bin: z.string(), isDurable: z.boolean() }), async ({ bin, isDurable }) => {
  const { port, close } = await runCluster(bin, { isDurable });
  return { ready: { port }, close };
});
