import { Text, Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useHeadingFocus } from './heading-focus.ts';
import { SingleStep } from './step-actions.tsx';
import classes from './step-layout.module.css';
import { StepPlace, useIsTyped, type Way } from './step-memory.ts';

type StepLayoutProps = {
  title: string;
  lead?: ReactNode;
  /** From 1. */
  number: number;
  /** The names of all steps, in order. */
  steps: readonly string[];
  /** Opened alone, by somebody who has been through all of them. */
  single?: boolean;
  /** Whether it took the place of another view of its page. */
  arrived?: boolean;
  /** Where what is typed is kept until it is stored, so that leaving a step loses nothing. */
  way: Way;
  /** Its own name on that way. */
  step: string;
  children: ReactNode;
};

/** One step of several. A new one says its title to screen readers and begins at the top. */
export function StepLayout({
  title,
  lead,
  number,
  steps,
  single = false,
  arrived = false,
  way,
  step,
  children,
}: StepLayoutProps) {
  const heading = useHeadingFocus(step, arrived);
  const typed = useIsTyped(way);
  useEffect(() => {
    if (!typed) return;
    // Whoever closes the page is asked before it goes.
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [typed]);
  return (
    <div className={classes.layout}>
      {!single && (
        <>
          <Text size="sm" c="dimmed" mb={8}>
            Step {number} of {steps.length}
          </Text>
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
        <StepPlace value={{ way, step }}>
          <Fragment key={step}>{children}</Fragment>
        </StepPlace>
      </SingleStep>
    </div>
  );
}
