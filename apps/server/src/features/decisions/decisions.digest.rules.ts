import type { PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { DECISION_KINDS, type DecisionKind } from '@stridewell/contract/decisions/decisions.rules';

/** Names in one line. The page has all of them. */
const NAMES_SHOWN = 5;

type Counted = (clients: number) => string;
const clientsText: Counted = (clients) => (clients === 1 ? '1 client' : `${clients} clients`);

/** A decision without its reason: a mail holds no fact about health, medication, weight or food. */
const LINES: Readonly<Record<DecisionKind, Counted>> = {
  reply: (clients) => `${clientsText(clients)} ${clients === 1 ? 'waits' : 'wait'} for your answer`,
  adjustment: (clients) => `Changes to approve for ${clientsText(clients)}`,
  target: (clients) => `Changes to approve for ${clientsText(clients)}`,
  payment: (clients) => `Unpaid invoices of ${clientsText(clients)}`,
  pause: (clients) => `Payments to pause for ${clientsText(clients)}`,
  risk: (clients) => `${clientsText(clients)} may be about to leave`,
  task: (clients) => `Due tasks for ${clientsText(clients)}`,
  advice: (clients) => `Messages prepared for ${clientsText(clients)}`,
};

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN);
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** A line for each kind of decision, the most urgent first, with the names of its clients. */
export function digestLines(
  decisions: readonly Pick<PreparedDecision, 'kind' | 'clientName' | 'clientId'>[],
): string[] {
  // Targets are changes to approve, like those of the program.
  const kindOf = (kind: DecisionKind): DecisionKind => (kind === 'target' ? 'adjustment' : kind);
  const byKind = Map.groupBy(decisions, ({ kind }) => kindOf(kind));
  return DECISION_KINDS.flatMap((kind) => {
    const names = new Map((byKind.get(kind) ?? []).map(({ clientId, clientName }) => [clientId, clientName]));
    return names.size === 0 ? [] : [`${LINES[kind](names.size)}: ${namesText([...names.values()])}`];
  });
}
