import { createHash } from 'node:crypto';
import type { Provenance } from '@stridewell/contract/planner/planner';
import type { DraftFallback } from '@stridewell/contract/planner/planner.rules';
import { program as programSchema } from '@stridewell/contract/programs/programs';
import type { UnitSystem } from '@stridewell/contract/units';
import type { askModel, ModelRefusal } from '../../core/models/models.ts';
import type { ModelRequest } from '../../platform/ai/model.ts';
import { buildProgram, type GeneratedProgram, type Plan } from './planner.engine.rules.ts';
import {
  applyPicks,
  INSTRUCTIONS,
  type ModelChoice,
  modelAnswer,
  offerOf,
  type Problem,
  problemsOf,
  promptOf,
  reasonsOf,
} from './planner.offer.rules.ts';

/** How many answers are tried: the first, and two repairs [science D 6]. */
const TRIES = 3;
const MOST_OUTPUT_TOKENS = 8000;
/** Characters of a refused answer that are sent back to the model. */
const ANSWER_SHOWN = 12_000;

export type Ask = (
  request: Omit<ModelRequest<ModelChoice>, 'signal'>,
) => Promise<Awaited<ReturnType<typeof askModel<ModelChoice>>> | { outcome: ModelRefusal }>;

/** Outcome of calling a model. Without `generated`, the rules draft the program. */
export type ModelDraft = Pick<Provenance, 'promptHash' | 'violations' | 'repairs'> &
  ({ generated: GeneratedProgram; fallback: null } | { generated: null; fallback: DraftFallback | null });

const FALLBACKS: Record<string, DraftFallback> = {
  rate_limited: 'rate_limited',
  timeout: 'timeout',
  cap_reached: 'cap_reached',
  platform_cap: 'platform_cap',
  daily_limit: 'daily_limit',
  turned_off: 'turned_off',
};

const UNREADABLE: Problem = { code: 'invalid_json', text: 'The answer did not have the format that was asked for.' };
const UNSTORABLE: Problem = {
  code: 'text_broken',
  text: 'The name or the summary has characters that cannot be used.',
};
const TOO_LONG: Problem = { code: 'cut_off', text: 'The answer was too long and ended in the middle.' };

/** The hard violations of a program chosen by a model. */
const hardProblems = ({ violations }: GeneratedProgram): Problem[] =>
  violations.filter(({ hard }) => hard).map(({ code, text }) => ({ code, text }));

function finish(generated: GeneratedProgram, { name, summary, picks }: ModelChoice): GeneratedProgram {
  const { program, reasons } = generated;
  const title = name.trim();
  const own = reasonsOf(picks);
  const exercises = Object.fromEntries(
    Object.entries(reasons.exercises).map(([id, reason]) => [id, own[id] ?? reason]),
  );
  return {
    ...generated,
    program: {
      ...program,
      name: title || program.name,
      description: [summary.trim(), program.description].filter(Boolean).join('\n'),
    },
    reasons: { ...reasons, exercises },
  };
}

/** Builds the program of an answer, or returns its problems. */
function tryChoice(choice: ModelChoice, plan: Plan, units: UnitSystem): GeneratedProgram | Problem[] {
  const offer = offerOf(plan);
  const problems = problemsOf(choice, offer, plan);
  if (problems.length > 0) return problems;
  const generated = buildProgram(applyPicks(plan, offer, choice.picks), units);
  const broken = hardProblems(generated);
  if (broken.length > 0) return broken;
  const finished = finish(generated, choice);
  return programSchema.safeParse(finished.program).success ? finished : [UNSTORABLE];
}

const repairOf = (prompt: string, answer: string, problems: readonly Problem[]): string =>
  [
    prompt,
    `Your last answer:\n${answer.slice(0, ANSWER_SHOWN)}`,
    `Its problems:\n${JSON.stringify(problems)}`,
    'Answer again in full, without these problems.',
  ].join('\n\n');

/**
 * Asks a model to choose among the exercises that suit the client and to word the program. Answers are validated as
 * untrusted input, and repaired at most twice. Yields a sentence before each repair.
 */
export async function* draftByModel(
  ask: Ask,
  plan: Plan,
  { words, units }: { words: string; units: UnitSystem },
): AsyncGenerator<string, ModelDraft, void> {
  const first = promptOf(plan, offerOf(plan), words);
  const promptHash = createHash('sha256').update(`${INSTRUCTIONS}\n${first}`).digest('hex');
  const violations: string[] = [];
  let prompt = first;
  for (let repairs = 0; repairs < TRIES; repairs += 1) {
    const answer = await ask({
      instructions: INSTRUCTIONS,
      prompt,
      schema: modelAnswer,
      maxOutputTokens: MOST_OUTPUT_TOKENS,
    });
    const { outcome } = answer;
    const isRepairable = outcome === 'ok' || outcome === 'invalid' || outcome === 'cut_off';
    if (!isRepairable) {
      const fallback = outcome === 'no_model' || outcome === 'stopped' ? null : (FALLBACKS[outcome] ?? 'unavailable');
      return { generated: null, fallback, promptHash: outcome === 'no_model' ? null : promptHash, violations, repairs };
    }
    const unread = [outcome === 'cut_off' ? TOO_LONG : UNREADABLE];
    const result = outcome === 'ok' ? tryChoice(answer.value, plan, units) : unread;
    if (!Array.isArray(result)) return { generated: result, fallback: null, promptHash, violations, repairs };
    violations.push(...result.map(({ text }) => text));
    prompt = repairOf(first, answer.text, result);
    if (repairs < TRIES - 1)
      yield `The answer broke ${result.length === 1 ? 'a rule' : `${result.length} rules`}. Asking again.`;
  }
  return { generated: null, fallback: 'unusable', promptHash, violations, repairs: TRIES - 1 };
}
