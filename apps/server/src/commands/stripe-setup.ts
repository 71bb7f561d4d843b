import { setUpPrices } from '../core/payments/prices.ts';
import { createStripe } from '../core/payments/stripe.ts';
import { readEnv } from '../env.ts';
import { createLogger } from '../platform/logger.ts';

/** Creates the products and prices at Stripe that are missing. Safe to run again. */
const env = readEnv();
const log = createLogger({ level: env.LOG_LEVEL });
if (!env.STRIPE_SECRET_KEY) throw new Error('STRIPE_SECRET_KEY is not set');
const created = await setUpPrices(createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE }));
log.info({ created }, created.length > 0 ? 'prices created' : 'every price is there');
