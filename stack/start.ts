import { serveDevelopment } from './dev-site.ts';
import { serveUntilStopped } from './serve.ts';

await serveUntilStopped(serveDevelopment);
