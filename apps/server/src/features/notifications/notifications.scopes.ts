import { mintDeliveryScope, systemScope } from '../../core/tenancy/mint.ts';

/** Scope of the mail job, which reads recipients and their settings. */
export const notificationsScope = systemScope.notifications;

/** Scope of the delivery job, which moves one tenant's notifications to their recipients. */
export const deliveryScope = mintDeliveryScope;
