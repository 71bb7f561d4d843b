import { billing } from './billing.ts';
import { calendar } from './calendar.ts';
import { checkins } from './checkins.ts';
import { clients } from './clients.ts';
import { dashboard } from './dashboard.ts';
import { identity } from './identity.ts';
import { metrics } from './metrics.ts';
import { notifications } from './notifications.ts';

/** Every procedure of the product; the server implements it, the web app calls it. */
export const contract = { identity, billing, clients, checkins, notifications, calendar, metrics, dashboard };
