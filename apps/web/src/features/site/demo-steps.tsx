import type { DemoStep } from '@stridewell/contract/site.rules';
import { IconCheck } from '@tabler/icons-react';
import classes from './demo-steps.module.css';
import { DEMO_STEPS } from './site.steps.ts';

/** The progress of the questionnaire. `current` is 4 when all questions are answered. */
export function DemoSteps({ current }: { current: DemoStep | 4 }) {
  return (
    <ol className={classes.steps} aria-label="Progress">
      {DEMO_STEPS.map(({ step, title }) => {
        const state = step < current ? 'done' : step === current ? 'current' : 'ahead';
        return (
          <li key={step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden>
              {state === 'done' ? <IconCheck size={16} stroke={2.25} /> : step}
            </span>
            <span className={classes.words}>
              <span className={classes.count}>
                Step {step} of {DEMO_STEPS.length}
                {state === 'done' && ', done'}
              </span>
              <span className={classes.title}>{title}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
