import { Slider, TextInput } from '@mantine/core';
import { cheapestPlanFor, MAX_CLIENTS, PLAN_ORDER, PLANS } from '@stridewell/contract/billing.rules';
import { useState } from 'react';
import classes from './pricing-calculator.module.css';
import { PricingCurve } from './pricing-curve.tsx';
import { PricingResults } from './pricing-results.tsx';

const AT_FIRST = 18;

const MARKS = PLAN_ORDER.map((plan) => ({ value: PLANS[plan].clientCap, label: String(PLANS[plan].clientCap) }));

/** The digits of what was typed, up to the most clients that any plan is for; empty for none. */
function wholeNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return digits && String(Math.min(Number(digits), MAX_CLIENTS));
}

/** What each plan costs a month for as many clients as the visitor has. */
export function PricingCalculator() {
  // As typed: a field that is being emptied stays empty, and counts as no clients meanwhile.
  const [typed, setTyped] = useState(String(AT_FIRST));
  const clients = Number(typed);
  return (
    <section aria-labelledby="calculator-title">
      <div className={classes.head}>
        <div>
          <h2 id="calculator-title" className={classes.title}>
            How many clients do you coach?
          </h2>
          <p className={classes.lead}>Move the handle, or type the number, to see what a month would cost.</p>
        </div>
        <TextInput
          label="Clients"
          className={classes.count}
          size="md"
          inputMode="numeric"
          value={typed}
          onChange={({ currentTarget }) => setTyped(wholeNumber(currentTarget.value))}
          onBlur={() => setTyped(String(clients))}
        />
      </div>
      <div className={classes.drawing}>
        <PricingCurve clients={clients} best={cheapestPlanFor(clients)} />
        <Slider
          size="md"
          min={0}
          max={MAX_CLIENTS}
          label={null}
          thumbLabel="Number of clients"
          thumbSize={26}
          marks={MARKS}
          value={clients}
          onChange={(value) => setTyped(String(value))}
        />
      </div>
      <PricingResults clients={clients} />
    </section>
  );
}
