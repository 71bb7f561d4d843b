import type { PriceLine } from '@stridewell/contract/billing';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing.rules';
import { money } from '../../lib/format.ts';
import classes from './checkout.module.css';

type CheckoutSummaryProps = { plan: PaidPlan; lines: readonly PriceLine[]; totalCents: number };

/** The items of a purchase, with the price today and each month. */
export function CheckoutSummary({ plan, lines, totalCents }: CheckoutSummaryProps) {
  const monthly = lines.filter(({ recurring }) => recurring).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <section aria-label="Order summary">
      <ul className={classes.summary}>
        {lines.map(({ label, amountCents, recurring }) => (
          <li key={label}>
            <span>{label}</span>
            <span>
              {money(amountCents)} {recurring && <small>a month</small>}
            </span>
          </li>
        ))}
        <li className={classes.total}>
          <span>Due today</span>
          <span>{money(totalCents)}</span>
        </li>
      </ul>
      <p className={classes.after}>
        Then {money(monthly)} a month. Cancel anytime, and {PLANS[plan].label} stays yours until the paid month ends.
      </p>
    </section>
  );
}
