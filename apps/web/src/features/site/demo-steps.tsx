import { Stack, Text } from '@mantine/core';
import classes from './site.module.css';
import { useDemoProgress } from './site.progress.ts';
import { DEMO_STEPS } from './site.steps.ts';

/** The progress of the questionnaire. */
export function DemoSteps() {
  const { step: open, scheduling } = useDemoProgress();
  const current = scheduling ? DEMO_STEPS.length + 1 : open;
  return (
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
}
