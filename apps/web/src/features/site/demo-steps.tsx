import { Stack, Text } from '@mantine/core';
import type { DemoStep } from '@stridewell/contract/site/site.rules';
import classes from './site.module.css';
import { DEMO_STEPS } from './site.steps.ts';

/** The progress of the questionnaire. `current` is 4 when all questions are answered. */
export const DemoSteps = ({ current }: { current: DemoStep | 4 }) => (
  <Stack component="ol" gap="xs" className={classes.steps} aria-label="Progress">
    {DEMO_STEPS.map(({ step, title }) => (
      <li
        key={step}
        className={classes.step}
        data-reached={step <= current || undefined}
        aria-current={step === current ? 'step' : undefined}
      >
        <Text size="sm" c="dimmed">
          Step {step} of {DEMO_STEPS.length}
          {step < current && ', done'}
        </Text>
        <Text {...(step === current ? { fw: 650 } : { c: 'dimmed' })}>{title}</Text>
      </li>
    ))}
  </Stack>
);
