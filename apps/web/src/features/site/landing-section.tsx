import { type ReactNode, useId } from 'react';
import classes from './landing-section.module.css';

type LandingSectionProps = {
  title: string;
  lead: string;
  /** A band has its own ground over the whole width of the window. */
  band?: boolean;
  /** Where heading and content stand beside each other; above each other without it. */
  beside?: 'heading-first' | 'content-first';
  /** Goes with the heading, below the lead. */
  points?: ReactNode;
  children: ReactNode;
};

/** One chapter of the landing page: a heading with its lead, and what it is about. */
export function LandingSection({ title, lead, band = false, beside, points, children }: LandingSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} data-band={band || undefined} data-beside={beside} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.lead}>{lead}</p>
        {points}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
