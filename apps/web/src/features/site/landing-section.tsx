import { type ReactNode, useId } from 'react';
import { DisplayHeader } from '../../ui/display-header.tsx';
import classes from './landing.module.css';

type LandingSectionProps = {
  title: string;
  lead: string;
  /** A background over the whole width of the window. The deep one ends the page, with a larger title. */
  ground?: 'band' | 'deep';
  /** Where heading and content stand beside each other; above each other without it. */
  beside?: 'heading-first' | 'content-first';
  /** Goes with the heading, below the lead. */
  points?: ReactNode;
  children: ReactNode;
};

/** One chapter of the landing page: a heading with its lead, and what it is about. */
export function LandingSection({ title, lead, ground, beside, points, children }: LandingSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} data-ground={ground} data-beside={beside} aria-labelledby={id}>
      <div>
        <DisplayHeader order={2} large={ground === 'deep'} id={id} title={title} lead={lead} />
        {points}
      </div>
      <div>{children}</div>
    </section>
  );
}
