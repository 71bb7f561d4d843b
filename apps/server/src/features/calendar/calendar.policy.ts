import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds whose turn it is among all coaches; reads and changes nothing else. */
export const calendarScope = systemScope.calendar;

/** The calendar's background work on a row that `calendarScope` found is done as its coach. */
export const scopeOfFound = ({ coachId }: { coachId: string }): CoachScope => mintCoachScope(coachId);
