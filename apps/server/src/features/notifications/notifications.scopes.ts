import { mintDeliveryScope, systemScope } from '../../core/tenancy/mint.ts';

/** The mail job reads the recipients of notifications and their settings. */
export const notificationsScope = systemScope.notifications;

/** The delivery job moves what one tenant has sent into the rows of its recipients. */
export const deliveryScope = mintDeliveryScope;
