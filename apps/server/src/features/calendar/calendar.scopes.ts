import { mintCaptureScope, mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds due sessions and series of all coaches. */
export const calendarScope = systemScope.calendar;

/** Scope of a row's coach, for background work on rows that `calendarScope` found and for renamed clients. */
export const scopeOfFound = ({ coachId }: { coachId: string }): CoachScope => mintCoachScope(coachId);

/** Scope of a coach's public page, for holds that `calendarScope` found. */
export const visitorScopeOf = mintCaptureScope;
