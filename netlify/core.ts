/**
 * What every function begins with. Each file outside of it imports it first when it is bundled, so that all of it
 * stands in one file: a cold start waits for every file it has to open.
 */
import '../src/server/handler.ts';
import '../src/server/http/rate-rules.ts';
