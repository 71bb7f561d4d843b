import type { CoachTool } from '@stridewell/contract/assistant/assistant.questions.rules';
import { COACH_TOOLS, clientOf, type ToolPeriod, takesPeriod } from '@stridewell/contract/assistant/assistant.tools';
import { listedWords } from '@stridewell/contract/assistant/assistant.words.rules';
import { z } from 'zod';
import { type ModelInput, subjectOf } from '../../core/models/models.input.rules.ts';
import type { askModel, ModelQuestion } from '../../core/models/models.ts';
import type { Client, Found, Part } from './assistant.facts.rules.ts';
import type { CoachCall } from './assistant.grammar.rules.ts';
import { readWording, type Slots, type Wording, wording } from './assistant.wording.rules.ts';

/** Asks a model, or says why none is asked. Checks plan and consent before each call. */
export type AskModel = <Value>(
  question: Omit<ModelQuestion<Value>, 'signal'>,
) => Promise<Awaited<ReturnType<typeof askModel<Value>>> | { outcome: 'no_consent' }>;

const TOOLS = Object.keys(COACH_TOOLS) as [CoachTool, ...CoachTool[]];
const CHOOSING_TOKENS = 400;
const WORDING_TOKENS = 800;
const MOST_FIGURES = 12;
const FEWEST_WORDS = 2;

const choice = z.object({ tool: z.enum([...TOOLS, 'none']) });

const CHOOSING = `You choose the tool that answers a question of a fitness coach. The question is given as words of a fixed
list in their order; names, numbers and unknown words are left out. "c1" stands for a client and "p1" for a time, if the
question names them. Answer with one of the given tools, or "none" if no tool fits for certain.`;

const WORDING = `You word the answer to a question of a fitness coach in one to three short sentences. Put each figure as
its slot in braces, such as {f1}, a client as {c1} and a time as {p1}. Never write a number, a name or a date. Use only
plain words about clients, workouts, messages, sessions and money, such as those of the question. A figure of a client
stands in a sentence with that client. Do not compare, judge or advise.`;

type Asked = { answerId: string; question: string; client: Client | null; period: ToolPeriod | null };

const slotsOf = ({ client, period }: Asked): string[] => [...(client ? ['c1'] : []), ...(period ? ['p1'] : [])];

const inputOf = (
  asked: Asked,
  question: Pick<NonNullable<ModelInput['question']>, 'tools' | 'figures'>,
): ModelInput => ({
  subject: subjectOf(asked.answerId),
  facts: {},
  places: [],
  problems: [],
  question: { words: listedWords(asked.question).slice(0, 60), slots: slotsOf(asked), ...question },
});

/** Tools that suit what the question names. */
const suits =
  ({ client, period }: Asked) =>
  (tool: CoachTool): boolean => {
    const about = clientOf(tool);
    return (client ? about !== 'no' : about !== 'must') && takesPeriod(tool) === (period !== null);
  };

/**
 * Lets a model choose the tool for a question that the built-in rules do not understand. It gets listed words only, and
 * the call that it leads to is made of the client and the time that the rules have read.
 */
export async function chooseByModel(ask: AskModel, asked: Asked): Promise<CoachCall | null> {
  const tools = TOOLS.filter(suits(asked));
  if (tools.length === 0 || listedWords(asked.question).length < FEWEST_WORDS) return null;
  const answer = await ask({
    instructions: CHOOSING,
    input: inputOf(asked, { tools, figures: [] }),
    schema: choice,
    maxOutputTokens: CHOOSING_TOKENS,
  });
  if (answer.outcome !== 'ok') return null;
  const tool = tools.find((one) => one === answer.value.tool);
  if (!tool) return null;
  const { client, period } = asked;
  return { tool, ...(client && clientOf(tool) !== 'no' && { clientId: client.clientId }), ...(period && { period }) };
}

/** Slots for what tools found: figures of other clients than the one in question stay out. */
function slotsFor({ facts }: Found, client: Client | null): Slots {
  const shown = facts
    .filter((fact) => fact.client === null || fact.client.clientId === client?.clientId)
    .slice(0, MOST_FIGURES);
  const periods = new Map<string, ToolPeriod>();
  for (const { period } of shown) {
    const isKnown = [...periods.values()].some((one) => one.from === period?.from && one.to === period.to);
    if (period && !isKnown) periods.set(`p${periods.size + 1}`, period);
  }
  return {
    facts: new Map(shown.map((fact, index) => [`f${index + 1}`, fact])),
    clients: new Map(client ? [['c1', client]] : []),
    periods,
  };
}

/**
 * Lets a model word what a tool found. It never sees a value; the server prints the figures in its slots.
 * @returns null when there is no sound wording, so that the rules word the answer
 */
export async function wordByModel(ask: AskModel, asked: Asked, tool: CoachTool, result: Found): Promise<Part[] | null> {
  const slots = slotsFor(result, asked.client);
  const periodSlot = (period: ToolPeriod | null) =>
    [...slots.periods].find(([, one]) => one.from === period?.from && one.to === period.to)?.[0];
  const figures = [...slots.facts].map(([slot, { unit, client, period }]) => ({
    slot,
    tool,
    unit,
    ...(client && { client: 'c1' }),
    ...(period && { period: periodSlot(period) ?? 'p1' }),
  }));
  if (figures.length === 0) return null;
  const answer = await ask<Wording>({
    instructions: WORDING,
    input: inputOf(asked, { tools: [tool], figures }),
    schema: wording,
    maxOutputTokens: WORDING_TOKENS,
  });
  return answer.outcome === 'ok' ? readWording(answer.value, slots) : null;
}
