/*
 * Lets V8 format stack traces. Playwright reads a trace at each call of its API, and would map every line of it through source
 * maps. With this variable, which tests/all.ts sets, Node strips the types. It moves no code, so the lines are right already.
 */
if (process.env.PW_DISABLE_TS_ESM) delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
