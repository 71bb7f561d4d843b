import { PLAN_ORDER, PLANS, type PlanTerms } from '@stridewell/contract/billing.rules';
import { money } from '../../lib/format.ts';
import classes from './legal.module.css';

const priceOf = ({ monthlyCents }: PlanTerms): string =>
  monthlyCents === 0 ? 'Free' : `${money(monthlyCents)} per month`;

const clientsOf = ({ includedClients, clientCap }: PlanTerms): string =>
  includedClients === clientCap ? `${clientCap} included` : `${includedClients} included, up to ${clientCap}`;

const extraOf = ({ tiers }: PlanTerms): string[] =>
  tiers.map(({ from, to, centsEach }) => `Clients ${from} to ${to}: ${money(centsEach)} each per month`);

/** What each plan costs, from the numbers that are billed. */
export function PlanTermsTable() {
  return (
    <table className={classes.plans}>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col">Price</th>
          <th scope="col">Clients</th>
        </tr>
      </thead>
      <tbody>
        {PLAN_ORDER.map((plan) => {
          const terms = PLANS[plan];
          return (
            <tr key={plan}>
              <th scope="row">{terms.label}</th>
              <td>
                {priceOf(terms)}
                {terms.setupCents > 0 && <small>plus {money(terms.setupCents)} once for setup</small>}
              </td>
              <td>
                {clientsOf(terms)}
                {extraOf(terms).map((line) => (
                  <small key={line}>{line}</small>
                ))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
