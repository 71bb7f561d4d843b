import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';

/** Issues the invoices of subscriptions. Hourly, because a day begins at another hour in each time zone. */
export const billSubscriptionsJob = defineScheduledJob('money.bill', { schedule: EVERY_HOUR });

/** Keeps the monthly sums of the books. */
export const sumMonthsJob = defineScheduledJob('money.sum_months', { schedule: EVERY_HOUR });

/** Reminds clients of overdue invoices. */
export const remindOfInvoicesJob = defineScheduledJob('money.remind', { schedule: EVERY_HOUR });
