import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { SingleStep } from './step-actions.tsx';
import classes from './step-layout.module.css';

type StepLayoutProps = {
  title: string;
  lead?: ReactNode;
  /** From 1. */
  number: number;
  /** The names of all steps, in order. */
  steps: readonly string[];
  /** Opened alone, by somebody who has been through all of them. */
  single?: boolean;
  children: ReactNode;
};

/** One step of several. A new one says its title to screen readers and begins at the top. */
export function StepLayout({ title, lead, number, steps, single = false, children }: StepLayoutProps) {
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
        <Typed key={number}>{children}</Typed>
      </SingleStep>
    </div>
  );
}

/** What is typed in a step is stored with the way to the next one: whoever closes the page before is asked. */
function Typed({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const ask = () => window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    element.current?.addEventListener('input', ask, { once: true, signal });
    return () => gone.abort();
  }, []);
  return <div ref={element}>{children}</div>;
}
