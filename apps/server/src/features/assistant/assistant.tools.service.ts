import { businessReaders } from './assistant.business.service.ts';
import { clientReaders } from './assistant.clients.service.ts';
import { contactReaders } from './assistant.contact.service.ts';
import { decisionReaders } from './assistant.decisions.service.ts';
import type { Desk, ToolReaders } from './assistant.desk.service.ts';
import { type Found, found, say, textFact } from './assistant.facts.rules.ts';
import { type CoachCall, checkedInput } from './assistant.grammar.rules.ts';

const READERS: ToolReaders = { ...decisionReaders, ...clientReaders, ...contactReaders, ...businessReaders };

/**
 * Looks up what a call asks for.
 * @throws ZodError for an input that the catalogue refuses, NOT_FOUND for a client of another tenant
 */
export async function callTool(desk: Desk, call: CoachCall): Promise<Found> {
  const { tool, ...input } = checkedInput(call);
  if (input.clientId !== undefined) {
    const client = desk.clientOf(input.clientId);
    const person = desk.people.find(({ clientId }) => clientId === input.clientId);
    if (person?.status === 'invited' || person?.status === 'declined') {
      const link = `/coach/${desk.coachId}/client/${client.clientId}`;
      const status = textFact(person.status, { label: 'Status', link, client });
      return found(say`${{ client }} has not accepted your invitation, so there is nothing to show: ${status}.`);
    }
  }
  const read = READERS[tool] as (desk: Desk, input: object) => Promise<Found>;
  return read(desk, input);
}
