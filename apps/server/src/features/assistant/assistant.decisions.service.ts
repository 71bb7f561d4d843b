import type { Fact } from '@stridewell/contract/assistant/assistant';
import type { PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { DECISION_KIND_TEXTS } from '@stridewell/contract/decisions/decisions.rules';
import { getQueue } from '../decisions/decisions.service.ts';
import type { Desk, ToolReaders } from './assistant.desk.service.ts';
import { countFact, type Found, found, noun, type Part, say, textFact } from './assistant.facts.rules.ts';

/** Decisions among the sources, and in the text. */
const MOST_LISTED = 20;
const SAID = 5;

const mondayPage = ({ coachId }: Desk) => `/coach/${coachId}/engagement/monday`;

/** The first fact of a decision as the queue says it, without its period. A target and a pause have figures, a task any words. */
function shownOf({ kind, level, facts: [first = ''] }: PreparedDecision): string {
  if (kind === 'target') return 'Waits for your approval';
  if (kind === 'pause') return 'Payments can be paused';
  if (kind === 'task') return 'Is due';
  if (kind === 'risk') return level ?? DECISION_KIND_TEXTS.risk;
  return first.replace(/\.$/, '');
}

function rowFact(desk: Desk, one: PreparedDecision): Fact {
  const { clientId, clientName, kind } = one;
  const link = kind === 'reply' ? `/coach/${desk.coachId}/messages/${clientId}` : mondayPage(desk);
  return textFact(shownOf(one), {
    label: DECISION_KIND_TEXTS[kind],
    link,
    client: { clientId, name: clientName },
  });
}

/** A line of the answer. A suggestion names its client itself. */
const line = (row: Fact): Part[] =>
  row.client === null || row.shown.startsWith(row.client.name)
    ? ['\n', row, '.']
    : ['\n', { client: row.client }, ': ', row, '.'];

/** The prepared decisions in the order of their page, of all clients or of one. */
async function waiting(desk: Desk, { clientId }: { clientId?: string | undefined }): Promise<Found> {
  const { decisions } = await getQueue(desk.tx, desk);
  const link = mondayPage(desk);
  const ofOne = decisions.filter((one) => clientId === undefined || one.clientId === clientId);
  const client = clientId === undefined ? undefined : desk.clientOf(clientId);
  const count = countFact(ofOne.length, { label: 'Decisions that wait', link, client });
  const rows = ofOne.slice(0, MOST_LISTED).map((one) => rowFact(desk, one));
  const clients = new Set(ofOne.map((one) => one.clientId)).size;
  if (client) {
    const about = say`${count} ${noun(ofOne.length, 'decision')} about ${{ client }} ${noun(ofOne.length, 'waits', 'wait')} for you`;
    const list = rows.flatMap((row, index): Part[] => [index === 0 ? ': ' : ', ', row]);
    return found([...about, ...list, '.']);
  }
  if (rows.length === 0) return found(say`No client needs you right now: ${count} decisions wait.`);
  const people = countFact(clients, { label: 'Clients who need you', link });
  return found(
    [
      ...say`${people} ${noun(clients, 'client')} ${noun(clients, 'needs', 'need')} you, with ${count} prepared ${noun(ofOne.length, 'decision')}.`,
      ...(ofOne.length > SAID ? [' The most urgent first:'] : []),
      ...rows.slice(0, SAID).flatMap(line),
    ],
    { more: rows },
  );
}

/** Answers from the queue of Monday. */
export const decisionReaders = { waiting_decisions: waiting } satisfies Partial<ToolReaders>;
