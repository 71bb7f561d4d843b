import type { Muscle, Pattern } from '@stridewell/contract/exercises/exercises.rules';
import type { Role } from './planner.goals.content.ts';

/** A compound exercise of a pattern, or an exercise that trains one muscle first. */
export type Want = { pattern: Pattern } | { muscle: Muscle };

/** A place for an exercise: the first of `wants` that the client can do. */
export type Slot = { role: Role; wants: readonly Want[] };

/** A day before its exercises are chosen, with slots in order of importance. */
export type DayTemplate = { name: string; slots: readonly Slot[] };

export type Split = { name: string; days: readonly DayTemplate[]; reason: string };

const p = (pattern: Pattern): Want => ({ pattern });
const m = (muscle: Muscle): Want => ({ muscle });
const main = (...wants: readonly Want[]): Slot => ({ role: 'main', wants });
const assist = (...wants: readonly Want[]): Slot => ({ role: 'assistance', wants });
const small = (...wants: readonly Want[]): Slot => ({ role: 'accessory', wants });
const CORE: Slot = { role: 'core', wants: [p('core')] };
const CARRY: Slot = { role: 'core', wants: [p('carry'), p('core')] };

const SQUAT = [p('squat'), p('lunge')];
const LUNGE = [p('lunge'), p('squat')];
const HINGE = [p('hinge'), m('hamstrings'), m('glutes')];
const PRESS = [p('horizontal_push'), m('chest')];
const OVERHEAD = [p('vertical_push'), m('side_delts')];
const ROW = [p('horizontal_pull'), p('vertical_pull')];
const PULLDOWN = [p('vertical_pull'), p('horizontal_pull')];
const CURL = small(m('biceps'));
const EXTENSION = small(m('triceps'));
const SIDE_RAISE = small(m('side_delts'));
const REAR = small(m('rear_delts'));
const CALVES = small(m('calves'));

export const FULL_BODY_NAME = 'Full body';

/** Full-body days rotate between squat and hinge as the first lift. */
export const FULL_BODY: readonly (readonly Slot[])[] = [
  [
    main(...SQUAT),
    main(...PRESS),
    main(...ROW),
    assist(...HINGE),
    CORE,
    assist(...PULLDOWN),
    assist(...OVERHEAD),
    CURL,
    EXTENSION,
    CALVES,
    REAR,
  ],
  [
    main(...HINGE),
    main(p('vertical_push'), p('horizontal_push')),
    main(...PULLDOWN),
    assist(...LUNGE),
    CORE,
    assist(...PRESS),
    assist(...ROW),
    EXTENSION,
    CURL,
    SIDE_RAISE,
    CALVES,
  ],
  [
    main(...SQUAT),
    main(...PRESS),
    main(...ROW),
    assist(...HINGE),
    CARRY,
    assist(...PULLDOWN),
    SIDE_RAISE,
    small(m('quads')),
    CURL,
    EXTENSION,
    REAR,
  ],
];

const UPPER_A: readonly Slot[] = [
  main(...PRESS),
  main(...ROW),
  assist(...PULLDOWN),
  assist(...OVERHEAD),
  SIDE_RAISE,
  CURL,
  EXTENSION,
  REAR,
  CORE,
];
const UPPER_B: readonly Slot[] = [
  main(...PULLDOWN),
  main(p('vertical_push'), p('horizontal_push')),
  assist(...ROW),
  assist(...PRESS),
  REAR,
  EXTENSION,
  CURL,
  small(m('chest')),
  SIDE_RAISE,
];
const LOWER_A: readonly Slot[] = [
  main(...SQUAT),
  assist(...HINGE),
  small(m('hamstrings')),
  CORE,
  CALVES,
  assist(...LUNGE),
  small(m('quads')),
];
const LOWER_B: readonly Slot[] = [
  main(...HINGE),
  assist(...LUNGE),
  CORE,
  CALVES,
  assist(...SQUAT),
  small(m('hamstrings')),
  small(m('abductors')),
  small(m('quads')),
];
const PUSH_A: readonly Slot[] = [
  main(...PRESS),
  main(...OVERHEAD),
  assist(...PRESS),
  SIDE_RAISE,
  EXTENSION,
  small(m('chest')),
  CORE,
];
const PUSH_B: readonly Slot[] = [
  main(p('vertical_push'), p('horizontal_push')),
  main(...PRESS),
  small(m('chest')),
  EXTENSION,
  SIDE_RAISE,
  CORE,
];
const PULL_A: readonly Slot[] = [main(...PULLDOWN), main(...ROW), assist(...ROW), REAR, CURL, CORE, small(m('traps'))];
const PULL_B: readonly Slot[] = [main(...ROW), main(...PULLDOWN), REAR, CURL, assist(...PULLDOWN), CARRY];

const day = (name: string, slots: readonly Slot[]): DayTemplate => ({ name, slots });
const UPPER_LOWER = [
  day('Upper A', UPPER_A),
  day('Lower A', LOWER_A),
  day('Upper B', UPPER_B),
  day('Lower B', LOWER_B),
];
const PUSH_PULL_LEGS = [
  day('Push A', PUSH_A),
  day('Pull A', PULL_A),
  day('Legs A', LOWER_A),
  day('Push B', PUSH_B),
  day('Pull B', PULL_B),
  day('Legs B', LOWER_B),
];

/** Easy movement on the seventh day. It has no slots; its exercises are chosen separately. */
export const RECOVERY_DAY = day('Active recovery', []);

/** Splits by number of training days [K, science B]. Fewer days, or too few exercises, get full-body days. */
export const SPLITS: Readonly<Record<number, Split>> = {
  4: {
    name: 'Upper/lower',
    days: UPPER_LOWER,
    reason: 'Four days: upper and lower body twice each, so every muscle is trained twice a week with days to recover.',
  },
  5: {
    name: 'Upper/lower and push/pull/legs',
    days: [
      day('Upper', UPPER_A),
      day('Lower', LOWER_A),
      day('Push', PUSH_B),
      day('Pull', PULL_B),
      day('Legs', LOWER_B),
    ],
    reason: 'Five days: upper/lower and then push, pull and legs, so every muscle is trained twice a week.',
  },
  6: {
    name: 'Push/pull/legs',
    days: PUSH_PULL_LEGS,
    reason: 'Six days: push, pull and legs twice each, which spreads the weekly sets over short, focused workouts.',
  },
  7: {
    name: 'Push/pull/legs and recovery',
    days: [...PUSH_PULL_LEGS, RECOVERY_DAY],
    reason: 'Seven days: push, pull and legs twice each. The seventh day is easy movement, because muscles need rest.',
  },
};
