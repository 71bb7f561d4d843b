import type { Database } from '../../platform/db/database.ts';
import { countFormSubmissions, type Period, selectBookings } from './site.figures.data.ts';
import { siteScope } from './site.scopes.ts';

/** Counts the demo requests of each period. */
export const countDemoRequests = (db: Database, periods: readonly Period[]): Promise<number[]> =>
  db.readAtOnce(siteScope, (tx) => Promise.all(periods.map((period) => countFormSubmissions(tx, period))));

/** Booked demos of a period by start, for operators. */
export const listDemos = selectBookings;
