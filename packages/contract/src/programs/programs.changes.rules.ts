import { GROUP_FORMAT_LABELS, isSame, weeksOf } from './programs.rules.ts';
import type { ExerciseGroup, Program, ProgramDay, ProgramExercise, SetTarget, Workout } from './programs.ts';
import {
  dayTitle,
  effortText,
  groupByWeeks,
  kindText,
  loadText,
  repsText,
  restText,
  setsText,
  setText,
  shorten,
  type WeekFact,
  weeksText,
} from './programs.wording.rules.ts';

/** Longest sentence, and the longest name within it. */
const LINE_LENGTH = 200;
const NAME_LENGTH = 40;
/** Longest description of sets; both together still leave room for the names. */
const SETS_LENGTH = 50;

type Keyed = { key: string };

/** Same keys in both lists, in their order of `list`. */
const commonKeys = (list: readonly Keyed[], other: readonly Keyed[]): string[] => {
  const known = new Set(other.map(({ key }) => key));
  return list.map(({ key }) => key).filter((key) => known.has(key));
};

/** The keys that left their place: the fewest whose move explains the new order. */
function movedKeys(before: readonly Keyed[], after: readonly Keyed[]): Set<string> {
  const places = new Map(commonKeys(before, after).map((key, index) => [key, index]));
  const order = commonKeys(after, before);
  let longest: string[] = [];
  const endingAt: { place: number; run: string[] }[] = [];
  for (const key of order) {
    const place = places.get(key) ?? 0;
    const fitting = endingAt.filter((entry) => entry.place < place).map(({ run }) => run);
    const run = [...fitting.reduce((best, one) => (one.length > best.length ? one : best), []), key];
    endingAt.push({ place, run });
    if (run.length > longest.length) longest = run;
  }
  const stayed = new Set(longest);
  return new Set(order.filter((key) => !stayed.has(key)));
}

const short = (name: string): string => shorten(name, NAME_LENGTH);

/** A value that came, went or changed, like `RIR 2 instead of 3`. Null when both read the same. */
function changeText(before: string | null, after: string | null, label = ''): string | null {
  if (before === after) return null;
  if (before === null) return `with ${after}`;
  if (after === null) return `without ${before}`;
  const isSameLabel = label !== '' && before.startsWith(label) && after.startsWith(label);
  return `${after} instead of ${isSameLabel ? before.slice(label.length) : before}`;
}

const amountText = (set: SetTarget): string =>
  `${set.count} ${set.count === 1 ? 'set' : 'sets'} of ${repsText(set.reps)}${kindText(set)}`;

/** Describes the changes in one line of sets, field by field. */
function setChanges(before: SetTarget, after: SetTarget): string[] {
  const label = after.effort ? `${after.effort.scale.toUpperCase()} ` : '';
  const changes = [
    changeText(amountText(before), amountText(after)),
    changeText(before.load && loadText(before.load), after.load && loadText(after.load)),
    changeText(before.effort && effortText(before.effort), after.effort && effortText(after.effort), label),
    changeText(before.tempo && `tempo ${before.tempo}`, after.tempo && `tempo ${after.tempo}`, 'tempo '),
    changeText(
      before.rest === null ? null : restText(before.rest),
      after.rest === null ? null : restText(after.rest),
      'rest ',
    ),
  ];
  return changes.filter((change) => change !== null);
}

function setsChanges(before: readonly SetTarget[], after: readonly SetTarget[]): string[] {
  if (isSame(before, after)) return [];
  const [[first, ...others], [now, ...more]] = [before, after];
  if (first && now && others.length === 0 && more.length === 0) {
    const changes = setChanges(first, now);
    return changes.length > 0 ? changes : ['sets changed'];
  }
  const [then, text] = [setsText(before), setsText(after)];
  if (then === text) return ['sets changed'];
  if (then.length > SETS_LENGTH) return [`now ${text}`];
  return [`${text} instead of ${then}`];
}

const notesChange = (before: string, after: string): string | null => {
  if (before === after) return null;
  if (before === '') return 'notes added';
  return after === '' ? 'notes removed' : 'notes changed';
};

const groupChange = (before: string, after: string): string | null => {
  if (before === after) return null;
  return after ? `now in group ${after}` : `no longer in group ${before}`;
};

function exerciseChanges(before: ProgramExercise, after: ProgramExercise): string[] {
  const changes = [
    before.name === after.name ? null : `in place of ${short(before.name)}`,
    before.name === after.name && before.exerciseId !== after.exerciseId ? 'another exercise of the library' : null,
    ...setsChanges(before.sets, after.sets),
    groupChange(before.group, after.group),
    notesChange(before.notes, after.notes),
    isSame(before.alternatives, after.alternatives) ? null : 'alternatives changed',
  ];
  return changes.filter((change) => change !== null);
}

/** A group without an entry is a superset, so a plain entry says nothing more. */
const isPlain = ({ format, rest }: ExerciseGroup): boolean => format === 'superset' && rest === null;

function groupText({ format, minutes, rest }: ExerciseGroup): string {
  const name = format === 'superset' || format === 'circuit' ? GROUP_FORMAT_LABELS[format].toLowerCase() : '';
  const parts = [name || `${GROUP_FORMAT_LABELS[format]} of ${minutes ?? 0} min`, rest === null ? '' : restText(rest)];
  return parts.filter(Boolean).join(', ');
}

function groupChanges(before: Workout, after: Workout): string[] {
  const textOf = ({ exercises, groups }: Workout, letter: string): string | null => {
    if (!exercises.some(({ group }) => group === letter)) return null;
    const entry = groups.find((group) => group.letter === letter);
    return entry && !isPlain(entry) ? groupText(entry) : 'superset';
  };
  const letters = [...new Set([...before.groups, ...after.groups].map(({ letter }) => letter))].sort();
  return letters.flatMap((letter) => {
    const [then, now] = [textOf(before, letter), textOf(after, letter)];
    if (now === null || then === now || (then === null && now === 'superset')) return [];
    return [`group ${letter}: ${now}${then === null ? '' : ` instead of ${then}`}`];
  });
}

const placeText = (list: readonly (Keyed & { title: string })[], key: string): string => {
  const previous = list[list.findIndex((entry) => entry.key === key) - 1];
  return previous ? `after ${short(previous.title)}` : 'to the start';
};

function exerciseListChanges(before: readonly ProgramExercise[], after: readonly ProgramExercise[]): string[] {
  const then = new Map(before.map((exercise) => [exercise.key, exercise]));
  const kept = new Set(after.map(({ key }) => key));
  const moved = movedKeys(before, after);
  const titles = after.map(({ key, name }) => ({ key, title: name }));
  return [
    ...before.filter(({ key }) => !kept.has(key)).map(({ name }) => `removed ${short(name)}`),
    ...after.flatMap((exercise) => {
      const earlier = then.get(exercise.key);
      const name = short(exercise.name);
      if (!earlier) {
        const group = exercise.group ? ` in group ${exercise.group}` : '';
        return [`added ${name}${group}, ${exercise.sets.map((set) => setText(set)).join('; ')}`];
      }
      const changes = exerciseChanges(earlier, exercise);
      const lines = changes.length > 0 ? oneOrMore(name, changes) : [];
      return moved.has(exercise.key) ? [...lines, `moved ${name} ${placeText(titles, exercise.key)}`] : lines;
    }),
  ];
}

/** One line for all changes of an exercise, or one for each when that would be too long. */
function oneOrMore(name: string, changes: readonly string[]): string[] {
  const joined = `${name}, ${changes.join(', ')}`;
  return joined.length <= LINE_LENGTH / 2 ? [joined] : changes.map((change) => `${name}, ${change}`);
}

const minutesText = (minutes: number | null): string => (minutes === null ? 'estimated duration' : `${minutes} min`);

function dayChanges(before: ProgramDay, after: ProgramDay): string[] {
  const [then, now] = [before.workout, after.workout];
  const isRetitled = dayTitle(before) !== dayTitle(after);
  const isRenamed = before.name !== after.name || then.name !== now.name;
  const changes = [
    isRenamed && !isRetitled ? 'the name of the day changed' : null,
    then.duration === now.duration ? null : `${minutesText(now.duration)} instead of ${minutesText(then.duration)}`,
    notesChange(then.notes, now.notes),
    ...exerciseListChanges(then.exercises, now.exercises),
    ...groupChanges(then, now),
  ];
  const title = short(dayTitle(after));
  return changes.filter((change) => change !== null).map((change) => `, ${title}: ${change}`);
}

/** A day with another name in every week is said without the weeks. */
const RENAMED = ': renamed ';

function dayListChanges(before: readonly ProgramDay[], after: readonly ProgramDay[]): string[] {
  const then = new Map(before.map((day) => [day.key, day]));
  const kept = new Set(after.map(({ key }) => key));
  const moved = movedKeys(before, after);
  const titles = after.map((day) => ({ key: day.key, title: dayTitle(day) }));
  return [
    ...before.filter(({ key }) => !kept.has(key)).map((day) => `: removed ${short(dayTitle(day))}`),
    ...after.flatMap((day) => {
      const earlier = then.get(day.key);
      const title = short(dayTitle(day));
      if (!earlier) return [`: added ${title}`];
      const old = dayTitle(earlier);
      return [
        ...(old === dayTitle(day) ? [] : [`${RENAMED}${short(old)} to ${title}`]),
        ...dayChanges(earlier, day),
        ...(moved.has(day.key) ? [`: moved ${title} ${placeText(titles, day.key)}`] : []),
      ];
    }),
  ];
}

function weekFacts(before: Program, after: Program): WeekFact[] {
  const [earlier, now] = [weeksOf(before), weeksOf(after)];
  const then = new Map(earlier.map((entry) => [entry.week.key, entry]));
  const kept = new Set(now.map(({ week }) => week.key));
  const moved = movedKeys(
    earlier.map(({ week }) => week),
    now.map(({ week }) => week),
  );
  return [
    ...earlier.filter(({ week }) => !kept.has(week.key)).map(({ number }) => ({ week: number, text: ' removed' })),
    ...now.flatMap(({ phase, week, number }) => {
      const old = then.get(week.key);
      if (!old) return [{ week: number, text: ' added' }];
      const isElsewhere = moved.has(week.key) || old.phase.key !== phase.key;
      const texts = [
        ...(isElsewhere ? [`: moved from week ${old.number}${phase.name ? `, in ${short(phase.name)}` : ''}`] : []),
        ...(old.week.deload === week.deload ? [] : [week.deload ? ': now a deload' : ': no longer a deload']),
        ...dayListChanges(old.week.days, week.days),
      ];
      return texts.map((text) => ({ week: number, text }));
    }),
  ];
}

const phaseTitle = ({ name }: { name: string }, index: number): string => short(name) || `Phase ${index + 1}`;

function phaseChanges({ phases: before }: Program, { phases: after }: Program): string[] {
  const then = new Map(before.map((phase, index) => [phase.key, { phase, index }]));
  const kept = new Set(after.map(({ key }) => key));
  const moved = movedKeys(before, after);
  const titles = after.map((phase, index) => ({ key: phase.key, title: phaseTitle(phase, index) }));
  return [
    ...before.flatMap((phase, index) => (kept.has(phase.key) ? [] : [`Removed the phase ${phaseTitle(phase, index)}`])),
    ...after.flatMap((phase, index) => {
      const old = then.get(phase.key);
      const title = phaseTitle(phase, index);
      if (!old) return [`Added the phase ${title}`];
      return [
        ...(old.phase.name === phase.name ? [] : [`Renamed the phase ${phaseTitle(old.phase, old.index)} to ${title}`]),
        ...(isSame(old.phase.progression, phase.progression) ? [] : [`${title}: progression changed`]),
        ...(moved.has(phase.key) ? [`Moved the phase ${title} ${placeText(titles, phase.key)}`] : []),
      ];
    }),
  ];
}

const quoted = (text: string): string => (text ? `“${short(text)}”` : 'none');

function headChanges(before: Program, after: Program): string[] {
  return [
    ...(before.name === after.name ? [] : [`Renamed the program to ${short(after.name)}`]),
    ...(before.description === after.description ? [] : ['Description changed']),
    ...(before.split === after.split ? [] : [`Split ${quoted(after.split)} instead of ${quoted(before.split)}`]),
    ...(before.frequency === after.frequency ? [] : [`${after.frequency} days a week instead of ${before.frequency}`]),
  ];
}

/**
 * The difference of two versions in sentences for coach and client. Parts are matched by key. The same change in several
 * weeks is one sentence. Weeks are numbered as in `after`, removed ones as in `before`.
 * @returns empty for equal programs; each sentence has at most 200 characters
 */
export function describeChanges(before: Program, after: Program): string[] {
  const weeks = weeksOf(after).length;
  const facts = groupByWeeks(weekFacts(before, after)).map((fact) =>
    fact.text.startsWith(RENAMED) && fact.weeks.length === weeks
      ? `Renamed ${fact.text.slice(RENAMED.length)}`
      : `${weeksText(fact.weeks)}${fact.text}`,
  );
  return [...headChanges(before, after), ...phaseChanges(before, after), ...facts].map((line) =>
    shorten(line, LINE_LENGTH),
  );
}
