import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** The system's own look at who is due, for reminders. */
export const remindersScope = systemScope.checkins;

/** Reminding goes on in the name of each coach, one after the other. */
export const reminderScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
