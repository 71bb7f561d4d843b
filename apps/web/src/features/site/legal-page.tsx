import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { longDate } from '../../lib/format.ts';
import classes from './legal.module.css';
import { LegalContents } from './legal-contents.tsx';
import { useSectionRead } from './site.reading.ts';

export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  title: string;
  lead: ReactNode;
  back: { to: '/' | '/coach-onboarding'; label: string };
  /** What most readers came for, in a few sentences. */
  summary: readonly string[];
  sections: readonly LegalSection[];
};

/** The first day on which the documents count. */
const EFFECTIVE_DAY = '2025-05-05';

/** A numbered document to read, with its contents beside it on wide screens. */
export function LegalPage({ title, lead, back, summary, sections }: LegalPageProps) {
  const read = useSectionRead(sections);
  const today = new Date();
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <Anchor component={Link} to={back.to} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden />
          {back.label}
        </Anchor>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        <p className={classes.dates}>
          <span>
            Effective <time dateTime={EFFECTIVE_DAY}>{longDate(new Date(EFFECTIVE_DAY), 'UTC')}</time>
          </span>
          {/* Around midnight the server's day and the reader's may differ. */}
          <span suppressHydrationWarning>Last updated: {longDate(today)}</span>
        </p>
      </header>
      <LegalContents sections={sections} activeId={read} />
      <div className={classes.text}>
        <section className={classes.summary} aria-labelledby="in-short">
          <h2 id="in-short">In short</h2>
          <ul>
            {summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>This helps you find your way. What counts is the full text below.</p>
        </section>
        {sections.map(({ id, title: heading, body }, index) => (
          <section key={id} id={id} className={classes.section} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              <span className={classes.number}>{index + 1}.</span> {heading}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}
