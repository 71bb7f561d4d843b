import { z } from 'zod';
import type { ModelInput } from '../../core/models/models.input.rules.ts';
import { isStorableText } from '../../platform/storable-text.ts';
import type { Plan } from './planner.engine.rules.ts';
import { findForbidden } from './planner.lint.rules.ts';
import { fitPlan, type PlannedDay, type PlannedExercise } from './planner.planning.rules.ts';
import { type Candidate, rankFor } from './planner.selection.rules.ts';
import { doseOf } from './planner.sets.rules.ts';

/** How many exercises the model chooses from for each place. */
const CANDIDATES = 8;

/** A place in a day with its candidates, of which the first is the rules' choice. */
type Place = { place: string; purpose: readonly string[]; candidates: readonly Candidate[] };
export type Offer = readonly { name: string; places: readonly Place[] }[];

/** Whether the model fills a place. Conditioning and easy days follow from the profile. */
const isOpen = ({ role, want }: PlannedExercise): boolean =>
  role !== 'conditioning' && !('pattern' in want && want.pattern === 'mobility');

function candidatesFor(planned: PlannedExercise, day: PlannedDay, { choices }: Plan): Candidate[] {
  const today = day.exercises.filter((one) => one !== planned).map(({ exercise }) => exercise);
  const slot = { role: planned.role, wants: [planned.want] };
  const others = rankFor({ slot, used: new Map(), today, lacks: () => false }, choices).filter(
    ({ exercise }) => exercise.id !== planned.exercise.id,
  );
  return [{ exercise: planned.exercise, want: planned.want }, ...others].slice(0, CANDIDATES);
}

/** The choices for a model. Every offered exercise suits the client. */
export const offerOf = (plan: Plan): Offer =>
  plan.days.map((day, dayIndex) => ({
    name: day.name,
    places: day.exercises.flatMap((planned, index): Place[] =>
      isOpen(planned)
        ? [
            {
              place: `${dayIndex + 1}.${index + 1}`,
              purpose: [planned.role, 'pattern' in planned.want ? planned.want.pattern : planned.want.muscle],
              candidates: candidatesFor(planned, day, plan),
            },
          ]
        : [],
    ),
  }));

/** A model's answer. The rules check sizes, because not every provider can enforce them. */
export const modelAnswer = z.object({
  name: z.string(),
  summary: z.string(),
  picks: z.array(z.object({ place: z.string(), exerciseId: z.string(), reason: z.string() })),
});
export type ModelChoice = z.infer<typeof modelAnswer>;

export const TEXT_BOUNDS = { name: 60, summary: 400, reason: 160 } as const;

/** A problem of an answer, for the model to repair and the coach to read. */
export type Problem = { code: string; text: string; place?: string };

export function textProblems(what: string, value: string, most: number, place: object = {}): Problem[] {
  const problem = (code: string, text: string): Problem => ({ code, text, ...place });
  if (value.length > most) return [problem('text_too_long', `${what} has more than ${most} characters.`)];
  if (!isStorableText(value)) return [problem('text_broken', `${what} has broken characters.`)];
  return findForbidden(value).map((found) => problem('forbidden_text', `${what} mentions ${found}.`));
}

type Pick = ModelChoice['picks'][number];

/** Texts for people do not repeat ids from a model, which may contain anything. */
function pickProblems({ place, exerciseId, reason }: Pick, places: ReadonlyMap<string, Place>, plan: Plan): Problem[] {
  const offered = places.get(place);
  if (!offered) return [{ code: 'unknown_place', text: 'An exercise was chosen for a place that does not exist.' }];
  const texts = textProblems(`The reason at ${place}`, reason, TEXT_BOUNDS.reason, { place });
  if (offered.candidates.some(({ exercise }) => exercise.id === exerciseId)) return texts;
  const isKnown = plan.choices.library.some(({ id }) => id === exerciseId);
  return [
    isKnown
      ? { code: 'not_offered', text: `The exercise at ${place} was not offered there.`, place }
      : { code: 'unknown_exercise', text: `The exercise at ${place} is not in the library.`, place },
    ...texts,
  ];
}

const repeats = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** Most problems that are listed. */
const MOST_PROBLEMS = 30;

/** Checks an answer against the offer. Trusts nothing in it. */
export function problemsOf({ name, summary, picks }: ModelChoice, offer: Offer, plan: Plan): Problem[] {
  const places = new Map(offer.flatMap((day) => day.places.map((place) => [place.place, place])));
  if (picks.length > places.size) {
    return [{ code: 'too_many_picks', text: `${picks.length} exercises were chosen for ${places.size} places.` }];
  }
  const twice = repeats(picks.map(({ place }) => place)).filter((place) => places.has(place));
  return [
    ...textProblems('The name', name, TEXT_BOUNDS.name),
    ...(/[\r\n]/.test(name) ? [{ code: 'text_broken', text: 'The name has several lines.' }] : []),
    ...textProblems('The summary', summary, TEXT_BOUNDS.summary),
    ...twice.map((place) => ({ code: 'repeated_place', text: `Two exercises were chosen for ${place}.`, place })),
    ...picks.flatMap((pick) => pickProblems(pick, places, plan)),
  ].slice(0, MOST_PROBLEMS);
}

/** Applies the exercises of a valid answer to the plan. Places keep their sets, within the limits. */
export function applyPicks(plan: Plan, offer: Offer, picks: readonly Pick[]): Plan {
  const chosen = new Map(picks.map(({ place, exerciseId }) => [place, exerciseId]));
  const places = new Map(offer.flatMap((day) => day.places.map((place) => [place.place, place])));
  const { profile } = plan.choices;
  const days = plan.days.map((day, dayIndex) => ({
    ...day,
    exercises: day.exercises.map((planned, index) => {
      const place = `${dayIndex + 1}.${index + 1}`;
      const found = places.get(place)?.candidates.find(({ exercise }) => exercise.id === chosen.get(place));
      if (!found) return planned;
      const { mostSets } = doseOf({ exercise: found.exercise, role: planned.role }, profile);
      return { ...planned, ...found, sets: Math.min(planned.sets, mostSets) };
    }),
  }));
  fitPlan(days, profile);
  return { ...plan, days };
}

/** Reasons by exercise, each from the exercise's first place in the week. */
export const reasonsOf = (picks: readonly Pick[]): Record<string, string> =>
  Object.fromEntries(
    picks
      .filter(({ reason }) => reason.trim() !== '')
      .map(({ exerciseId, reason }) => [exerciseId, reason.trim()])
      .reverse(),
  );

export const INSTRUCTIONS = [
  'You help a fitness coach choose exercises for a strength program.',
  'For each place, choose one exercise id from the candidates of that place. Never use another id.',
  'The first candidate is the choice of the training rules. Keep it unless another suits the client better.',
  'Do not choose one exercise twice on a day. Vary exercises through the week where that helps the goal.',
  'Sets, repetitions, rest and loads are computed later. Do not mention numbers for them.',
  `Give each choice a short reason for the coach, in plain English, up to ${TEXT_BOUNDS.reason} characters.`,
  `Give the program a name of up to ${TEXT_BOUNDS.name} characters and a summary of up to ${TEXT_BOUNDS.summary}.`,
  'No diagnosis, drugs, fasting, shame, guarantees, links or markup.',
  'The client is a pseudonym. You get ids and numbers only, and problems of your last answer as codes.',
].join('\n');

/** The question for the model: only exercises that suit the client, and nothing that says why others do not. */
export function inputOf({ choices }: Plan, offer: Offer, subject: string): ModelInput {
  const { goal, level, daysPerWeek, minutes } = choices.profile;
  const places = offer.flatMap((day) =>
    day.places.map(({ place, purpose, candidates }) => ({
      place,
      purpose: [...purpose],
      candidates: candidates.map(({ exercise }) => exercise.id),
    })),
  );
  return { subject, facts: { goal, level, daysPerWeek, minutes }, places, problems: [] };
}
