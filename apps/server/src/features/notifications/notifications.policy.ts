import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** The system's own work on mails: whom they are for, and whether those want them. */
export const notificationsScope = systemScope.notifications;

/** For the rest of a broadcast that the coach was allowed to begin: the job exists because that transaction committed. */
export const scopeOfBroadcast = (job: { coachId: string }): CoachScope => mintCoachScope(job.coachId);
