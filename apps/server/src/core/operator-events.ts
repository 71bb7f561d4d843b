import type { OperatorRight } from '@stridewell/contract/access';
import { operatorMay } from '@stridewell/contract/operator/operator.rules';
import type { Tx } from '../platform/db/database.ts';
import { publishToGroup } from '../platform/realtime/live.ts';
import { needsTwoFactor } from './tenancy/access.ts';
import type { Actor } from './tenancy/actor.ts';

/** Parts of the console whose screens update live. */
const LIVE_PARTS = ['contacts', 'approvals', 'jobs', 'billing'] as const satisfies readonly OperatorRight[];
type LivePart = (typeof LIVE_PARTS)[number];

const groupOf = (part: LivePart): string => `console-${part}`;

/** The live event groups of a person: the parts of the console that they may open. */
export function groupsOf(actor: Actor): string[] {
  const { operatorRole } = actor;
  if (operatorRole === null || needsTwoFactor(actor)) return [];
  return LIVE_PARTS.filter((part) => operatorMay(operatorRole, part)).map(groupOf);
}

/** Tells the screens of operators with access to this part that it has changed, once the transaction commits. */
export const tellOperators = (tx: Tx, part: LivePart): Promise<void> =>
  publishToGroup(tx, groupOf(part), { event: 'console', part });
