import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './step-layout.module.css';

type StepLayoutProps = {
  title: string;
  lead?: ReactNode;
  /** From 1. */
  number: number;
  /** The names of all steps, in order. */
  steps: readonly string[];
  children: ReactNode;
};

/** One step of several. A new one says its title to screen readers and begins at the top. */
export function StepLayout({ title, lead, number, steps, children }: StepLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(number);
  useEffect(() => {
    if (shown.current === number) return;
    shown.current = number;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [number]);
  return (
    <div className={classes.layout}>
      <Text size="sm" c="dimmed" mb={8}>
        Step {number} of {steps.length}
      </Text>
      <ol className={classes.progress} aria-hidden>
        {steps.map((name, index) => (
          <li key={name} data-reached={index < number || undefined} />
        ))}
      </ol>
      <Title order={1} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt={6}>
          {lead}
        </Text>
      )}
      {children}
    </div>
  );
}
