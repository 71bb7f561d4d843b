import {
  AHEAD,
  COACH_QUESTIONS,
  type CoachTool,
  OPERATOR_QUESTIONS,
  type OperatorTool,
  questionFor,
} from '@stridewell/contract/assistant/assistant.questions.rules';
import {
  COACH_TOOLS,
  clientOf,
  type ToolPeriod,
  takesPeriod,
  takesStatus,
} from '@stridewell/contract/assistant/assistant.tools';
import {
  IDEA_OF,
  type Idea,
  isFiller,
  joinPhrases,
  plainQuestion,
} from '@stridewell/contract/assistant/assistant.words.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import {
  type About,
  ask,
  askAbout,
  askForClient,
  askForMeaning,
  askForOne,
  askWhose,
  type NotRead,
  outside,
  readUnknown,
} from './assistant.asks.rules.ts';
import { readDraft } from './assistant.drafts.rules.ts';
import { COACH_KINDS, type Kind, OPERATOR_KINDS } from './assistant.kinds.content.ts';
import { type NamedClient, readNames } from './assistant.names.rules.ts';
import { type PeriodReading, readPeriod } from './assistant.periods.rules.ts';

/** A call of a tool with its input. */
export type CoachCall = {
  tool: CoachTool;
  clientId?: string | undefined;
  period?: ToolPeriod | undefined;
  status?: RelationshipStatus | undefined;
};

/** Meaning of a question. */
export type Reading<Call> =
  | { kind: 'call'; call: Call }
  | { kind: 'draft'; clientId: string; name: string; text: string }
  | (NotRead & { open?: OpenQuestion });

/** Client and time of a question that the rules cannot answer, for a model. `isCertain`: every word is known. */
export type OpenQuestion = {
  client: NamedClient | null;
  period: ToolPeriod | null;
  periodWords: string;
  isCertain: boolean;
};

type World = { clients: readonly NamedClient[]; today: string };

const STATUS_IDEAS: readonly (readonly [Idea, RelationshipStatus])[] = [
  ['active', 'active'],
  ['paused', 'paused'],
  ['invited', 'invited'],
  ['archived', 'archived'],
  ['former', 'ended'],
];

type Words = { ideas: ReadonlySet<Idea>; unknown: readonly string[] };

/** The ideas of the words of a question, and those that nothing explains. */
function readWords(text: string): Words {
  const ideas = new Set<Idea>();
  const unknown: string[] = [];
  for (const word of text.split(/[\s/.']+/)) {
    const idea = IDEA_OF.get(word);
    if (idea) ideas.add(idea);
    else if (word !== '' && word !== '@' && !isFiller(word)) unknown.push(word);
  }
  return { ideas, unknown };
}

/** How well a kind fits: the number of its needs; null when it does not. */
function fitOf<Tool>({ needs, may = [] }: Kind<Tool>, ideas: ReadonlySet<Idea>): number | null {
  const fits = needs
    .filter((need) => need.every((idea) => ideas.has(idea)))
    .filter((need) => [...ideas].every((idea) => need.includes(idea) || may.includes(idea)))
    .map((need) => need.length);
  return fits.length > 0 ? Math.max(...fits) : null;
}

/** The kind that fits best. Of equal ones the first. */
function bestKind<Tool>(kinds: readonly Kind<Tool>[], ideas: ReadonlySet<Idea>): Tool | null {
  let best: { tool: Tool; fit: number } | null = null;
  for (const kind of kinds) {
    const fit = fitOf(kind, ideas);
    if (fit !== null && (best === null || fit > best.fit)) best = { tool: kind.tool, fit };
  }
  return best?.tool ?? null;
}

/** Most days of an interaction report, and of the books. */
const MOST_DAYS = { contact: 366, money: 7300 };

const NOT_STARTED = 'That time has not started yet, so nothing is known about it.';
const TOO_LONG = 'That time is too long for this figure. Ask about a year or less.';

/** The period for a tool, or a question back. Tools without a time know today alone. */
function periodFor(
  tool: CoachTool,
  reading: PeriodReading,
  { today, isPlanned }: Time,
): { period?: ToolPeriod } | NotRead {
  if (!takesPeriod(tool)) {
    if (reading.kind === 'none' || (reading.kind === 'period' && isNow(tool, reading.past, today))) return {};
    return ask('I know this only as of today, not for a past or coming time.', [questionFor(tool)]);
  }
  const isAhead = AHEAD.has(tool);
  if (reading.kind === 'vague') return {};
  if (reading.kind === 'none') return { period: isAhead ? { from: today, to: addDays(today, 6) } : monthSoFar(today) };
  const period = isAhead && (isPlanned || isNearer(reading.ahead, reading.past, today)) ? reading.ahead : reading.past;
  if (tool === 'renewals' && period.to < today) return ask('I know the coming renewals alone.', [questionFor(tool)]);
  const other = [questionFor(tool, { period: 'last month' }), questionFor(tool, { period: 'this month' })];
  if (!isAhead && period.from > today) return ask(NOT_STARTED, other);
  const most = COACH_QUESTIONS[tool].topic === 'Money' ? MOST_DAYS.money : MOST_DAYS.contact;
  if (daysBetween(period.from, period.to) >= most) return ask(TOO_LONG, other);
  return { period: isAhead || period.to <= today ? period : { from: period.from, to: today } };
}

/** Whether a time is today. The queue of decisions is also that of the week. */
const isNow = (tool: CoachTool, { from, to }: ToolPeriod, today: string): boolean =>
  from === today || (tool === 'waiting_decisions' && from < today && to >= today && daysBetween(from, today) < 7);

/** `isPlanned`: the question is about what comes. */
type Time = { today: string; isPlanned: boolean };

const isNearer = (ahead: ToolPeriod, past: ToolPeriod, today: string): boolean =>
  daysBetween(today, ahead.from) <= daysBetween(past.to, today);

const monthSoFar = (today: string): ToolPeriod => ({ from: `${today.slice(0, 8)}01`, to: today });

/** Whether the coach acts: "did I send", "have we got". */
const isByCoach = (plain: string): boolean => /\b(?:i|we)\b/.test(plain);

/** The kinds that a question can be, by whether it names a client, and by who acts. */
function possibleKinds(plain: string, client: NamedClient | undefined, ideas: ReadonlySet<Idea>) {
  const by = isByCoach(plain) ? 'coach' : 'client';
  const isAboutClients = client !== undefined || ideas.has('client') || ideas.has('who') || ideas.has('received');
  return COACH_KINDS.filter(
    (kind) =>
      (kind.by ?? by) === by &&
      (kind.by !== 'client' || isAboutClients) &&
      (client === undefined || clientOf(kind.tool) !== 'no'),
  );
}

/**
 * Reads the question of a coach. Every word must be understood, so that no answer is about something else than what was
 * asked.
 */
export function readCoachQuestion(question: string, { clients, today }: World): Reading<CoachCall> {
  const plain = plainQuestion(question);
  const draft = readDraft(question, plain, clients);
  if (draft) return draft;
  const named = readNames(question, plain, clients);
  const several = askForClient(question, named.mentions);
  if (several) return several;
  const people = [...new Set(named.mentions.flatMap(({ found }) => found))];
  const [client] = people;
  const period = readPeriod(joinPhrases(named.text), today);
  const { ideas, unknown } = readWords(period.rest);
  const known = { client: client ?? null, period: pastOf(period, today), periodWords: period.words };
  if (unknown.length > 0) return { ...readUnknown(question, unknown, clients), open: { ...known, isCertain: false } };
  if (people.length > 1) return askForOne(question, named.mentions);
  const about = { ...(client && { client: client.name }), ...(period.kind !== 'none' && { period: period.words }) };
  if (ideas.size === 0) return askAbout(about);
  const kinds = possibleKinds(plain, client, ideas);
  const tool = bestKind(client ? kinds : kinds.filter((kind) => clientOf(kind.tool) !== 'must'), ideas);
  if (tool === null) {
    const ofOne = bestKind(kinds, ideas);
    if (ofOne) return askWhose(ofOne, clients);
    return { ...askForMeaning(ideas, about), open: { ...known, isCertain: true } };
  }
  if (period.kind === 'vague' && takesPeriod(tool)) return askForTime(tool, about, period.choices);
  const chosen = periodFor(tool, period, { today, isPlanned: ideas.has('planned') || tool === 'renewals' });
  if ('kind' in chosen) return chosen;
  const status = takesStatus(tool) ? STATUS_IDEAS.find(([idea]) => ideas.has(idea))?.[1] : undefined;
  const of = client && { clientId: client.clientId };
  return { kind: 'call', call: { tool, ...chosen, ...of, ...(status && { status }) } };
}

const askForTime = (tool: CoachTool, about: About, choices: readonly string[]): NotRead =>
  ask(
    'Which time do you mean?',
    choices.map((words) => questionFor(tool, { ...about, period: words })),
  );

/** The part of a period that has passed; null for a question without one. */
function pastOf(reading: PeriodReading, today: string): ToolPeriod | null {
  if (reading.kind !== 'period' || reading.past.from > today) return null;
  const { from, to } = reading.past;
  return { from, to: to < today ? to : today };
}

/** Times that a figure of the platform is known for, besides now. */
const PLATFORM_TIMES: Partial<Record<OperatorTool, RegExp>> = {
  new_coaches: /\b30 days$/,
  demo_requests: /\b30 days$/,
  mrr_changes: /\b30 days$/,
  model_spending: /\bthis month$/,
};

/** Reads the question of an operator. Figures of the platform have no time and no client. */
export function readOperatorQuestion(question: string): Reading<OperatorTool> {
  const plain = joinPhrases(plainQuestion(question));
  const period = readPeriod(plain, '2026-01-01');
  const { ideas, unknown } = readWords(period.rest);
  const examples = Object.values(OPERATOR_QUESTIONS).map(({ example }) => example);
  const [word] = unknown;
  if (word !== undefined)
    return outside(
      `I cannot answer that, because I do not know the word “${word}”. I answer with figures of the platform.`,
      examples,
    );
  const tool = bestKind(OPERATOR_KINDS, ideas);
  if (tool && period.kind !== 'none' && period.words !== 'today' && !PLATFORM_TIMES[tool]?.test(period.words))
    return ask('I do not know this figure for that time.', [OPERATOR_QUESTIONS[tool].example]);
  if (tool) return { kind: 'call', call: tool };
  return outside('I cannot answer that. I answer with figures of the platform.', examples);
}

/** The input of a call as the catalogue checks it. @throws ZodError */
export const checkedInput = ({ tool, ...input }: CoachCall): CoachCall => ({
  tool,
  ...COACH_TOOLS[tool].input.parse(input),
});
