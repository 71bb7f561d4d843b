import { Button } from '@mantine/core';
import { PLAN_ORDER, PLANS } from '@stridewell/contract/billing.rules';
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { money } from '../../lib/format.ts';
import classes from './pricing-upgrade.module.css';

const PROMISES = [
  { Icon: IconRefresh, text: 'Cancel anytime' },
  { Icon: IconShieldCheck, text: '30-day money-back guarantee' },
] as const;

/** The plans as three steps up, with the promises that make an upgrade safe. */
export function UpgradeCard() {
  return (
    <section className={classes.card} aria-labelledby="upgrade-title">
      <div>
        <h2 id="upgrade-title" className={classes.title}>
          Move up when your client list does
        </h2>
        <p className={classes.lead}>
          Your clients, check-ins and notes come along to the next plan. Nothing is set up twice.
        </p>
        <ul className={classes.promises}>
          {PROMISES.map(({ Icon, text }) => (
            <li key={text}>
              <Icon size={20} stroke={1.75} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
        <Button component={Link} to="/pricing" hash="plans" size="md" variant="default">
          Choose your plan
        </Button>
      </div>
      <ol className={classes.steps}>
        {PLAN_ORDER.map((plan) => (
          <li key={plan}>
            <span>{PLANS[plan].label}</span>
            {PLANS[plan].monthlyCents === 0 ? (
              <strong>Free</strong>
            ) : (
              <strong>
                {money(PLANS[plan].monthlyCents)}
                <wbr />
                /month
              </strong>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
