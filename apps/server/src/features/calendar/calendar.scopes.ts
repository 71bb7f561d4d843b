import { mintCaptureScope, mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds due sessions and series of all coaches. */
export const calendarScope = systemScope.calendar;

/** Background work on a row that `calendarScope` found acts for its coach, and so does a name that sessions follow. */
export const scopeOfFound = ({ coachId }: { coachId: string }): CoachScope => mintCoachScope(coachId);

/** A coach's public page, for the holds on it that `calendarScope` found. */
export const visitorScopeOf = mintCaptureScope;
