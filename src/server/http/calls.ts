import type { Call } from './access.ts';
import type { Answer } from './answer.ts';
import type { Request } from './types.ts';

/** Parses a call, has it done, and says what it is answered with. */
export type Handler = (c: Request) => Answer | Promise<Answer>;

/** The handlers of some calls; the key is the method and path of the access table. */
export type Calls = Partial<Record<Call, Handler>>;

/** For every call of the access table, how the handlers are loaded that it is among. */
export type Routes = { readonly [C in Call]: () => Promise<Readonly<Record<C, Handler>>> };
