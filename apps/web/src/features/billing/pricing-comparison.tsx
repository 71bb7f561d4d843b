import { VisuallyHidden } from '@mantine/core';
import {
  FEATURES,
  type Feature,
  PLAN_ORDER,
  PLANS,
  type Plan,
  planHasFeature,
} from '@stridewell/contract/billing.rules';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { FEATURE_WORDS, PLAN_WORDS } from './billing.wording.ts';
import classes from './pricing-comparison.module.css';

const TERMS: { label: string; of: (plan: Plan) => string }[] = [
  { label: 'Per month', of: (plan) => money(PLANS[plan].monthlyCents) },
  { label: 'One-time setup', of: (plan) => money(PLANS[plan].setupCents) },
  { label: 'Clients included', of: (plan) => String(PLANS[plan].includedClients) },
  { label: 'Clients at most', of: (plan) => String(PLANS[plan].clientCap) },
];

const isFeature = (key: string): key is Feature => Object.hasOwn(FEATURES, key);

/** The features, those of the most plans first. */
const ROWS = Object.keys(FEATURES)
  .filter(isFeature)
  .sort((one, other) => plansWith(other) - plansWith(one));

function plansWith(feature: Feature): number {
  return PLAN_ORDER.filter((plan) => planHasFeature(plan, feature)).length;
}

/** All features of the plans in one table. */
export function PricingComparison() {
  return (
    <section aria-labelledby="comparison-title">
      <h2 id="comparison-title" className={classes.title}>
        What each plan has
      </h2>
      <table className={classes.table} aria-labelledby="comparison-title">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Feature</VisuallyHidden>
            </th>
            {PLAN_ORDER.map((plan) => (
              <th key={plan} scope="col" data-plan={plan}>
                {PLANS[plan].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TERMS.map(({ label, of }) => (
            <Row key={label} label={label} cell={of} />
          ))}
          {PLAN_WORDS.base.brings.map((label) => (
            <Row key={label} label={label} cell={() => <Mark included />} />
          ))}
          {ROWS.map((feature) => (
            <Row
              key={feature}
              label={FEATURES[feature]}
              note={FEATURE_WORDS[feature]}
              cell={(plan) => <Mark included={planHasFeature(plan, feature)} />}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ label, note, cell }: { label: string; note?: string; cell: (plan: Plan) => ReactNode }) {
  return (
    <tr>
      <th scope="row">
        {label}
        {note && <span className={classes.note}>{note}</span>}
      </th>
      {PLAN_ORDER.map((plan) => (
        <td key={plan} data-plan={plan}>
          {cell(plan)}
        </td>
      ))}
    </tr>
  );
}

function Mark({ included }: { included: boolean }) {
  const Icon = included ? IconCheck : IconMinus;
  return (
    <>
      <Icon size={20} stroke={included ? 2.25 : 1.75} className={included ? classes.yes : classes.no} aria-hidden />
      <VisuallyHidden>{included ? 'Included' : 'Not included'}</VisuallyHidden>
    </>
  );
}
