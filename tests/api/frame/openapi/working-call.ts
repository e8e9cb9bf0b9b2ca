import type { Changes } from '../../example-request.ts';
import type { Api } from '../../harness.ts';

/** The API with sample records, and an admin's token. */
export interface Caller {
  readonly api: Pick<Api, 'call' | 'rows'>;
  readonly admin: string;
}

/** Creates the records that a successful request of a call needs. Returns the parts that replace the call's examples. */
export type Prepare = () => Changes | Promise<Changes>;
