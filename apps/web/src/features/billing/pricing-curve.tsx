import {
  MAX_CLIENTS,
  monthlyPriceCents,
  PLAN_ORDER,
  PLANS,
  type Plan,
} from '@stridewell/contract/billing/billing.rules';
import classes from './pricing.module.css';

const TOP_CENTS = Math.max(...PLAN_ORDER.map((plan) => monthlyPriceCents(plan, PLANS[plan].clientCap)));

const across = (clients: number) => (clients / MAX_CLIENTS) * 100;
const down = (plan: Plan, clients: number) => 100 - (monthlyPriceCents(plan, clients) / TOP_CENTS) * 100;

/** The slope of a price changes only at the end of a tier. */
function pathOf(plan: Plan): string {
  const { includedClients, tiers } = PLANS[plan];
  const corners = [0, includedClients, ...tiers.map(({ to }) => to)];
  return corners.map((clients, index) => `${index ? 'L' : 'M'}${across(clients)} ${down(plan, clients)}`).join(' ');
}

type PricingCurveProps = { clients: number; best: Plan | null };

/** Each plan's price by number of clients, on the scale of the slider. The list below repeats it as text. */
export function PricingCurve({ clients, best }: PricingCurveProps) {
  return (
    <div className={classes.curve} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <line className={classes.here} x1={across(clients)} x2={across(clients)} y1="0" y2="100" />
        {PLAN_ORDER.map((plan) => (
          <path key={plan} d={pathOf(plan)} data-best={plan === best} />
        ))}
      </svg>
      {PLAN_ORDER.map((plan) => (
        <span
          key={plan}
          className={classes.name}
          data-best={plan === best}
          data-plan={plan}
          style={{ left: `${across(PLANS[plan].clientCap)}%`, top: `${down(plan, PLANS[plan].clientCap)}%` }}
        >
          {PLANS[plan].label}
        </span>
      ))}
      {PLAN_ORDER.filter((plan) => clients <= PLANS[plan].clientCap).map((plan) => (
        <span
          key={plan}
          className={classes.dot}
          data-best={plan === best}
          style={{ left: `${across(clients)}%`, top: `${down(plan, clients)}%` }}
        />
      ))}
    </div>
  );
}
