import type { Program, ProgramDay, ProgramPhase, ProgramWeek } from '@stridewell/contract/programs/programs';
import { type Past, pastOf } from '@stridewell/contract/programs/programs.past.rules';
import { isSame, PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { type DatedProgram, programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { withOwnKeys } from './programs.merge.rules.ts';

type Dates = Omit<DatedProgram, 'program'>;

/** Weeks of whole phases. The first phase continues the last one before it when both are the same. */
function joinPhases(before: readonly ProgramPhase[], after: readonly ProgramPhase[]): ProgramPhase[] {
  const [last, first] = [before.at(-1), after[0]];
  if (!last || !first || last.key !== first.key) return [...before, ...after];
  return [...before.slice(0, -1), { ...first, weeks: [...last.weeks, ...first.weeks] }, ...after.slice(1)];
}

/** The phases with those of their weeks that `pick` gives, without phases that have none. */
const phasesWith = ({ phases }: Program, pick: (week: ProgramWeek) => ProgramWeek | undefined): ProgramPhase[] =>
  phases
    .map((phase) => ({ ...phase, weeks: phase.weeks.flatMap((week) => pick(week) ?? []) }))
    .filter(({ weeks }) => weeks.length > 0);

/** The week that holds today: its past days as they were, then those of the changed week. */
function continueWeek(own: ProgramWeek, changed: ProgramWeek, past: Past): ProgramWeek {
  const kept = own.days.slice(0, own.days.findLastIndex(({ key }) => past.days.has(key)) + 1);
  const isKept = (day: ProgramDay) => kept.some(({ key }) => key === day.key);
  const days = [...kept, ...changed.days.filter((day) => !isKept(day))];
  return days.length > PROGRAM_BOUNDS.days ? own : { ...own, days };
}

/**
 * A changed version of a client's program with the past part of `own`, at the same place because the place of a day gives
 * its date. The coming weeks follow, without weeks that were added before the past ones.
 */
export function holdPast({
  own,
  changed,
  dates,
  today,
}: {
  own: Program;
  changed: Program;
  dates: Dates;
  today: string;
}) {
  const past = pastOf(dates, own, today);
  const ownWeeks = weeksOf(own).map(({ week }) => week);
  const current = ownWeeks[past.weeks];
  const isBegun = current?.days.some(({ key }) => past.days.has(key)) ?? false;
  const held = ownWeeks.slice(0, past.weeks + (isBegun ? 1 : 0));
  if (held.length === 0) return changed;

  const heldKeys = new Set(held.map(({ key }) => key));
  const comingKeys = new Set(ownWeeks.slice(held.length).map(({ key }) => key));
  const changedWeeks = weeksOf(changed).map(({ week }) => week);
  const isShared = changedWeeks.some(({ key }) => heldKeys.has(key) || comingKeys.has(key));
  // Another program continues at the same place.
  const lastHeld = isShared ? changedWeeks.findLastIndex(({ key }) => heldKeys.has(key)) : held.length - 1;
  const isComing = ({ key }: ProgramWeek, index: number) =>
    !heldKeys.has(key) && (index > lastHeld || comingKeys.has(key));
  const following = new Set(changedWeeks.filter(isComing).map(({ key }) => key));
  const after = phasesWith(changed, (week) => (following.has(week.key) ? week : undefined));

  const withWeek = (startedWeek: ProgramWeek | undefined): Program => {
    const before = phasesWith(own, (week) => {
      if (!heldKeys.has(week.key)) return undefined;
      return startedWeek && week.key === startedWeek.key ? startedWeek : week;
    });
    return withOwnKeys({ ...changed, phases: joinPhases(before, after) });
  };
  const changedWeek = isBegun ? changedWeeks.find(({ key }) => key === current?.key) : undefined;
  const program = withWeek(current && changedWeek && continueWeek(current, changedWeek, past));
  // Another number of days in the week can give its days other dates.
  const pastDates = (version: Program) =>
    programDays({ program: version, ...dates }).filter(({ day, dayKey }) => day < today || past.days.has(dayKey));
  const isKept = isSame(
    pastDates(program).map(({ day, dayKey }) => [day, dayKey]),
    pastDates(own).map(({ day, dayKey }) => [day, dayKey]),
  );
  return isKept ? program : withWeek(undefined);
}
