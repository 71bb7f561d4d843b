import type { Provenance } from '@stridewell/contract/planner/planner.drafts';
import type { DraftFallback } from '@stridewell/contract/planner/planner.rules';
import { program as programSchema } from '@stridewell/contract/programs/programs';
import type { UnitSystem } from '@stridewell/contract/units';
import { type ModelInput, promptHashOf } from '../../core/models/models.input.rules.ts';
import type { askModel, ModelQuestion, ModelRefusal } from '../../core/models/models.ts';
import { buildProgram, type GeneratedProgram, type Plan } from './planner.engine.rules.ts';
import {
  applyPicks,
  INSTRUCTIONS,
  inputOf,
  type ModelChoice,
  modelAnswer,
  offerOf,
  type Problem,
  problemsOf,
  reasonsOf,
} from './planner.offer.rules.ts';

/** How many answers are tried: the first, and two repairs [science D 6]. */
const TRIES = 3;
const MOST_OUTPUT_TOKENS = 8000;
const MOST_PROBLEMS_SENT = 60;

/** Asks a model, or says why none is asked. */
export type Ask = <Value>(
  question: Omit<ModelQuestion<Value>, 'signal'>,
) => Promise<Awaited<ReturnType<typeof askModel<Value>>> | { outcome: ModelRefusal }>;

/** Outcome of calling a model. Without `generated`, the rules draft. */
export type ModelDraft<Made> = Pick<Provenance, 'promptHash' | 'violations' | 'repairs'> &
  ({ generated: Made; fallback: null } | { generated: null; fallback: DraftFallback | null });

/** The draft where no model was asked. */
export const NOT_ASKED = { generated: null, fallback: null, promptHash: null, violations: [], repairs: 0 };

const FALLBACKS: Record<string, DraftFallback> = {
  rate_limited: 'rate_limited',
  timeout: 'timeout',
  cap_reached: 'cap_reached',
  platform_cap: 'platform_cap',
  daily_limit: 'daily_limit',
  turned_off: 'turned_off',
  no_consent: 'no_consent',
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

type Questions<Choice, Made> = {
  instructions: string;
  input: ModelInput;
  schema: ModelQuestion<Choice>['schema'];
  /** Makes the draft of an answer, or says what is wrong with it. */
  make: (choice: Choice) => { made: Made } | { problems: Problem[] };
};

/**
 * Asks a model to choose among what suits the client. Answers are validated as untrusted input, and repaired at most
 * twice. Yields a sentence before each repair.
 */
export async function* draftByModel<Choice, Made>(
  ask: Ask,
  { instructions, input: first, schema, make }: Questions<Choice, Made>,
): AsyncGenerator<string, ModelDraft<Made>, void> {
  const promptHash = promptHashOf(instructions, first);
  const violations: string[] = [];
  let input = first;
  for (let repairs = 0; repairs < TRIES; repairs += 1) {
    const answer = await ask({ instructions, input, schema, maxOutputTokens: MOST_OUTPUT_TOKENS });
    const { outcome } = answer;
    const isRepairable = outcome === 'ok' || outcome === 'invalid' || outcome === 'cut_off';
    if (!isRepairable) {
      const fallback = outcome === 'no_model' || outcome === 'stopped' ? null : (FALLBACKS[outcome] ?? 'unavailable');
      const isAsked = outcome !== 'no_model' && (outcome !== 'no_consent' || repairs > 0);
      return { generated: null, fallback, promptHash: isAsked ? promptHash : null, violations, repairs };
    }
    const unread = { problems: [outcome === 'cut_off' ? TOO_LONG : UNREADABLE] };
    const result = outcome === 'ok' ? make(answer.value) : unread;
    if ('made' in result) return { generated: result.made, fallback: null, promptHash, violations, repairs };
    violations.push(...result.problems.map(({ text }) => text));
    // The texts of problems name exercises and foods, so only their codes are sent.
    const problems = result.problems.map(({ code, place }) => ({ code, ...(place !== undefined && { place }) }));
    input = { ...first, problems: problems.slice(0, MOST_PROBLEMS_SENT) };
    const count = result.problems.length;
    if (repairs < TRIES - 1) yield `The answer broke ${count === 1 ? 'a rule' : `${count} rules`}. Asking again.`;
  }
  return { generated: null, fallback: 'unusable', promptHash, violations, repairs: TRIES - 1 };
}

/** Asks a model to choose the exercises of a program and to word it. */
export const draftProgramByModel = (
  ask: Ask,
  plan: Plan,
  { subject, units }: { subject: string; units: UnitSystem },
): AsyncGenerator<string, ModelDraft<GeneratedProgram>, void> =>
  draftByModel<ModelChoice, GeneratedProgram>(ask, {
    instructions: INSTRUCTIONS,
    input: inputOf(plan, offerOf(plan), subject),
    schema: modelAnswer,
    make(choice) {
      const result = tryChoice(choice, plan, units);
      return Array.isArray(result) ? { problems: result } : { made: result };
    },
  });
