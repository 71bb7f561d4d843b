import { mintCoachScope, mintFeedScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Scope that reads what the feed of one coach shows. */
export const feedScope = mintFeedScope;

/** Finds connected calendars that are due, across tenants. */
export const dueCalendarsScope = systemScope.integrations;

/** Scope of a coach, for reading their connected calendars. Take the id from the connection. */
export const readerScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
