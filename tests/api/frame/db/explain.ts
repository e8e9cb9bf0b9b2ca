import * as z from 'zod';
import type { Rows } from '../../harness.ts';

/** A node of a query plan, with its children. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'Parent Relationship'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const node: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Parent Relationship': z.string().optional(),
    Plans: z.array(node).optional(),
  }),
);
const explainResult = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })]);

/** An SQL statement and its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Returns PostgreSQL's plan of a statement. */
export async function explain(rows: Rows, { text, values }: Statement): Promise<PlanNode> {
  const [
    {
      'QUERY PLAN': [{ Plan: plan }],
    },
  ] = explainResult.parse(await rows(`explain (format json) ${text}`, values));
  return plan;
}
