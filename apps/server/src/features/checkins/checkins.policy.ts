import { mintCoachScope, systemScope } from '../../platform/db/mint.ts';
import type { CoachScope } from '../../platform/db/scope.ts';

/** The system's own look at who is due, for reminders. */
export const remindersScope = systemScope.checkins;

/** Reminding goes on in the name of each coach, one after the other. */
export const reminderScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
