import { Box, Group, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from './heading-focus.ts';
import { Muted } from './muted.tsx';
import { SingleStep } from './step-actions.tsx';
import classes from './step-layout.module.css';
import { StepContext, type StepPath, useHasUnsavedSteps } from './step-memory.ts';

type StepLayoutProps = {
  title: string;
  lead?: ReactNode;
  /** Beside the number of the step, like a way out. */
  aside?: ReactNode;
  /** The number of this step, from 1. */
  number: number;
  /** The names of all steps, in order. */
  steps: readonly string[];
  /** True when a person who completed all steps opened this one alone. */
  single?: boolean;
  /** Whether it replaced another view of the same page. */
  arrived?: boolean;
  /** Names the memory of unsaved values, so that leaving a step loses nothing. */
  path: StepPath;
  /** The name of this step in the memory. */
  step: string;
  children: ReactNode;
};

/** One step of several. Each new step focuses its title and scrolls to the top. */
export function StepLayout({
  title,
  lead,
  aside,
  number,
  steps,
  single = false,
  arrived = false,
  path,
  step,
  children,
}: StepLayoutProps) {
  const heading = useHeadingFocus(step, arrived);
  const unsaved = useHasUnsavedSteps(path);
  useEffect(() => {
    if (!unsaved) return;
    // The browser asks before it closes the page.
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return (
    <Box maw={680} mx="auto">
      {!single && (
        <>
          <Group justify="space-between" mb={8} mih={24}>
            <Muted>
              Step {number} of {steps.length}
            </Muted>
            {aside}
          </Group>
          <ol className={classes.progress} aria-hidden>
            {steps.map((name, index) => (
              <li key={name} data-reached={index < number || undefined} />
            ))}
          </ol>
        </>
      )}
      <Title order={1} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt={6}>
          {lead}
        </Text>
      )}
      <SingleStep value={single}>
        <StepContext value={{ path, step }}>
          <Fragment key={step}>{children}</Fragment>
        </StepContext>
      </SingleStep>
    </Box>
  );
}
