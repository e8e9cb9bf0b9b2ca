import { z } from 'zod';
import { runChild } from '../child.ts';
import { runCluster } from './cluster.ts';

await runChild(z.object({ bin: z.string() }), async ({ bin }) => {
  const { port, close } = await runCluster(bin);
  return { ready: { port }, close };
});
