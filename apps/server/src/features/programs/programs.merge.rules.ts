import {
  type Program,
  type ProgramDay,
  type ProgramPhase,
  type ProgramWeek,
  program as schema,
} from '@stridewell/contract/programs/programs';
import { isSame, keysOf, PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { dayTitle, groupByWeeks, type WeekFact, weeksText } from '@stridewell/contract/programs/programs.wording.rules';

/** Three versions of one part; undefined in a version without it. */
type Versions<Part> = { base: Part | undefined; own: Part | undefined; template: Part | undefined };
type Keyed = { key: string };

/** Parts that differ from the template after the merge. */
type Kept = { weeks: WeekFact[]; fields: string[] };

const ALL_DAYS = 'All days';

/** The merged value: the template's, unless `own` changed it. */
function choose<Value>({ base, own, template }: { base: Value; own: Value; template: Value }): {
  value: Value;
  isConflict: boolean;
} {
  if (isSame(own, base) || isSame(own, template)) return { value: template, isConflict: false };
  return { value: own, isConflict: !isSame(template, base) };
}

const keys = (list: readonly Keyed[]): string[] => list.map(({ key }) => key);

/**
 * Order of merged parts: the template's, unless `own` changed the order. Additions stay after their former predecessor.
 */
function orderOf(base: readonly string[], own: readonly string[], template: readonly string[], present: Set<string>) {
  const isOrdered = isSame(
    own.filter((key) => base.includes(key)),
    base.filter((key) => own.includes(key)),
  );
  const [first, second] = isOrdered ? [template, own] : [own, template];
  const order = first.filter((key) => present.has(key));
  for (const [index, key] of second.entries()) {
    if (!present.has(key) || order.includes(key)) continue;
    const previous = second.slice(0, index).findLast((other) => order.includes(other));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
  }
  return order;
}

/** Merges the parts of one list. `mergePart` returns undefined for a removed part. */
function mergeLists<Part extends Keyed>(
  { base, own, template }: { base: readonly Part[]; own: readonly Part[]; template: readonly Part[] },
  mergePart: (versions: Versions<Part>) => Part | undefined,
): Part[] {
  const find = (list: readonly Part[], key: string) => list.find((part) => part.key === key);
  const merged = new Map<string, Part>();
  for (const key of new Set([...keys(own), ...keys(template)])) {
    const part = mergePart({ base: find(base, key), own: find(own, key), template: find(template, key) });
    if (part) merged.set(key, part);
  }
  const order = orderOf(keys(base), keys(own), keys(template), new Set(merged.keys()));
  return order.flatMap((key) => merged.get(key) ?? []);
}

type Merging = { numberOf: (weekKey: string) => number; kept: Kept };

function mergeDay(versions: Versions<ProgramDay>, week: number, kept: Kept): ProgramDay | undefined {
  const { value, isConflict } = choose(versions);
  const named = versions.own ?? versions.template;
  if (isConflict && named) kept.weeks.push({ week, text: dayTitle(named) });
  return value;
}

/** Merges the days of a week. Uses those of `own` if none would be left, or more than a week can have. */
function mergeDays(
  { base, own, template }: Versions<ProgramWeek>,
  week: number,
  kept: Kept,
): { days: ProgramDay[]; isOwn: boolean } {
  const lists = { base: base?.days ?? [], own: own?.days ?? [], template: template?.days ?? [] };
  const days = mergeLists(lists, (day) => mergeDay(day, week, kept));
  const isOwn = own !== undefined && template !== undefined && (days.length === 0 || days.length > PROGRAM_BOUNDS.days);
  return { days: isOwn ? lists.own : days, isOwn };
}

/** @returns undefined when the week is removed. If only the template removed it, the days that `own` changed stay. */
function mergeWeek(versions: Versions<ProgramWeek>, { numberOf, kept }: Merging): ProgramWeek | undefined {
  const { base, own, template } = versions;
  const week = numberOf((own ?? template)?.key ?? '');
  if (!own) {
    if (!base) return template;
    if (!isSame(base, template)) kept.weeks.push({ week, text: '' });
    return undefined;
  }
  if (!template && !base) return own;
  const { days, isOwn } = mergeDays(versions, week, kept);
  if (isOwn) kept.weeks.push({ week, text: '' });
  if (days.length === 0) return undefined;
  const deload = template
    ? choose({ base: base?.deload, own: own.deload, template: template.deload }).value
    : own.deload;
  return { ...own, deload: deload ?? own.deload, days };
}

/** Like `mergeWeek`, for the weeks of a phase. */
function mergePhase(versions: Versions<ProgramPhase>, merging: Merging): ProgramPhase | undefined {
  const { base, own, template } = versions;
  const { kept, numberOf } = merging;
  if (!own) {
    if (!base) return template;
    if (template && !isSame(base, template)) {
      kept.weeks.push(...template.weeks.map(({ key }) => ({ week: numberOf(key), text: '' })));
    }
    return undefined;
  }
  if (!template && !base) return own;
  const lists = { base: base?.weeks ?? [], own: own.weeks, template: template?.weeks ?? [] };
  const weeks = mergeLists(lists, (week) => mergeWeek(week, merging));
  if (!template) return weeks.length > 0 ? { ...own, weeks } : undefined;
  const name = choose({ base: base?.name ?? own.name, own: own.name, template: template.name });
  const progression = choose({
    base: base?.progression ?? own.progression,
    own: own.progression,
    template: template.progression,
  });
  if (name.isConflict) kept.fields.push('Name of a phase');
  if (progression.isConflict) kept.fields.push('Progression');
  return { ...own, name: name.value, progression: progression.value, weeks: weeks.length > 0 ? weeks : own.weeks };
}

/** A key similar to `key` that is not taken. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${key.slice(0, 20)}${number}`)) number += 1;
  return `${key.slice(0, 20)}${number}`;
}

/**
 * Gives a part a new key if an earlier part has its key. If one side moved an exercise to another day, and the other
 * side changed its old day, both days have it.
 */
export function withOwnKeys(program: Program): Program {
  const all = new Set(keysOf(program));
  const used = new Set<string>();
  const fresh = <Part extends Keyed>(part: Part): Part => {
    const key = used.has(part.key) ? freeKey(part.key, all) : part.key;
    all.add(key);
    used.add(key);
    return { ...part, key };
  };
  const freshDay = (day: ProgramDay) => {
    const own = fresh(day);
    return { ...own, workout: { ...own.workout, exercises: own.workout.exercises.map(fresh) } };
  };
  const freshWeek = (week: ProgramWeek) => {
    const own = fresh(week);
    return { ...own, days: own.days.map(freshDay) };
  };
  return {
    ...program,
    phases: program.phases.map((phase) => {
      const own = fresh(phase);
      return { ...own, weeks: own.weeks.map(freshWeek) };
    }),
  };
}

const FIELD_NAMES = {
  name: 'Program name',
  description: 'Description',
  frequency: 'Days a week',
  split: 'Split',
} as const;

/** Names the kept parts, like `Week 2, Push A`, or only the week if it was kept as a whole. */
function keptTexts({ weeks, fields }: Kept): string[] {
  const days = groupByWeeks(weeks).map((fact) => `${weeksText(fact.weeks)}${fact.text ? `, ${fact.text}` : ''}`);
  return [...new Set(fields), ...days];
}

/**
 * Merges a changed template into a client's version of it. `base` is the template's version that `own` started from.
 * Parts are matched by key. A day that `own` did not change follows the template. A day that both changed, or that the
 * template removed and `own` changed, stays as in `own`. Additions of `own` stay.
 * @returns the program, and in `kept` the days and fields whose changes in the template were not applied
 */
export function mergeProgram({ base, own, template }: { base: Program; own: Program; template: Program }): {
  program: Program;
  kept: string[];
} {
  const kept: Kept = { weeks: [], fields: [] };
  const numbers = new Map([...weeksOf(template), ...weeksOf(own)].map(({ week, number }) => [week.key, number]));
  const merging: Merging = { numberOf: (weekKey) => numbers.get(weekKey) ?? 0, kept };
  const field = <Name extends keyof typeof FIELD_NAMES>(name: Name): Program[Name] => {
    const { value, isConflict } = choose<Program[Name]>({ base: base[name], own: own[name], template: template[name] });
    if (isConflict) kept.fields.push(FIELD_NAMES[name]);
    return value;
  };
  const phases = mergeLists({ base: base.phases, own: own.phases, template: template.phases }, (phase) =>
    mergePhase(phase, merging),
  );
  const merged: Program = withOwnKeys({
    name: field('name'),
    description: field('description'),
    frequency: field('frequency'),
    split: field('split'),
    phases,
  });
  // Both sides may have added so much that the result is too large.
  if (!schema.safeParse(merged).success) return { program: own, kept: [ALL_DAYS] };
  return { program: merged, kept: keptTexts(kept) };
}
