import { systemScope } from '../../core/tenancy/mint.ts';

/** The mail job reads the recipients of notifications and their settings. */
export const notificationsScope = systemScope.notifications;
