import { randomUUID } from 'node:crypto';
import { newContext } from '../../frame/context/context.ts';
import type { Services } from '../../frame/context/services.ts';
import type { Log } from '../../frame/http/types.ts';
import { claimDueAction } from './action-queue.ts';
import { runAction } from './run-action.ts';

/** No action starts later in a run than this. A run may take 25 seconds, and an action half of that. Milliseconds. */
const startWithinMs = 10_000;

/** The number of actions of a run, by their result. */
export interface ActionCount {
  readonly done: number;
  readonly refused: number;
  readonly waiting: number;
}

/** Runs the actions that are due, one after another, and logs those that are refused or have to wait. */
export async function runDueActions(services: Services, log: Log): Promise<ActionCount> {
  const count = { done: 0, refused: 0, waiting: 0 };
  const until = services.now().getTime() + startWithinMs;
  while (services.now().getTime() <= until) {
    const context = newContext(services, randomUUID());
    const action = await claimDueAction(context);
    if (!action) break;
    const { state, error } = await runAction(context, action);
    count[state] += 1;
    if (state === 'done') continue;
    const reason = error instanceof Error ? error.message : undefined;
    log({
      level: 'warn',
      job: 'paypal-actions',
      code: `paypal-action-${state}`,
      kind: action.kind,
      action: action.id,
      attempts: action.attempts,
      reason,
    });
  }
  return count;
}
