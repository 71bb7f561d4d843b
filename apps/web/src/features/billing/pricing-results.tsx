import { cheapestPlanFor, monthlyPriceCents, PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing.rules';
import { Link } from '@tanstack/react-router';
import { money } from '../../lib/format.ts';
import { setupWords } from './billing.wording.ts';
import classes from './pricing-calculator.module.css';

const countOf = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

/** Explains the price. */
function reasonFor(plan: Plan, clients: number): string {
  const { monthlyCents, includedClients } = PLANS[plan];
  const more = clients - includedClients;
  if (more <= 0) return `${countOf(includedClients)} included`;
  const extra = money(monthlyPriceCents(plan, clients) - monthlyCents);
  return `${money(monthlyCents)} and ${extra} for ${more} more`;
}

/** The monthly price in every plan, with the lowest one marked. */
export function PricingResults({ clients }: { clients: number }) {
  const best = cheapestPlanFor(clients);
  return (
    <>
      <ul className={classes.results} aria-label={`Monthly price for ${countOf(clients)}`}>
        {PLAN_ORDER.map((plan) => (
          <Result key={plan} plan={plan} clients={clients} best={plan === best} />
        ))}
      </ul>
      {best && (
        <div className={classes.answer}>
          <p role="status">
            {PLANS[best].label} is the lowest price for {countOf(clients)}: {pricePerMonth(best, clients)}.
          </p>
          <Link to="/pricing" hash={`plan-${best}`}>
            See {PLANS[best].label}
          </Link>
        </div>
      )}
    </>
  );
}

function pricePerMonth(plan: Plan, clients: number): string {
  const cents = monthlyPriceCents(plan, clients);
  if (cents === 0) return 'nothing to pay';
  const month = `${money(cents)} a month`;
  return clients > 1 ? `${month}, or ${money(Math.round(cents / clients))} a client` : month;
}

function Result({ plan, clients, best }: { plan: Plan; clients: number; best: boolean }) {
  const { label, clientCap, setupCents } = PLANS[plan];
  const fits = clients <= clientCap;
  return (
    <li data-best={best} data-fits={fits}>
      <span className={classes.plan}>
        {label}
        {best && <span className={classes.pill}>Lowest price</span>}
      </span>
      {fits ? (
        <>
          <span className={classes.price}>
            <strong>{money(monthlyPriceCents(plan, clients))}</strong> per month
          </span>
          <span className={classes.reason}>{reasonFor(plan, clients)}</span>
          {setupCents > 0 && <span className={classes.reason}>{setupWords(plan)}</span>}
        </>
      ) : (
        <span className={classes.full}>For up to {clientCap} clients</span>
      )}
    </li>
  );
}
