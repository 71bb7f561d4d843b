import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import classes from './legal.module.css';
import { LegalContents } from './legal-contents.tsx';
import { type LegalSection, LegalText } from './legal-text.tsx';

type LegalPageProps = {
  title: string;
  lead: string;
  back: { to: '/' | '/coach-onboarding'; label: string };
  /** Summary for most readers, in a few sentences. */
  summary: readonly string[];
  sections: readonly LegalSection[];
};

/** The first day on which the documents count. */
const EFFECTIVE_DAY = '2025-05-05';

/** Today in the reader's zone, which may be another day than the server's. */
const LastUpdated = () => {
  const timeZone = useTimeZone();
  return <span suppressHydrationWarning>Last updated: {longDate(new Date().toISOString(), timeZone)}</span>;
};

/** A numbered document to read, with its contents beside it on wide screens. */
export function LegalPage({ title, lead, back, summary, sections }: LegalPageProps) {
  return (
    <article className={classes.page}>
      <header>
        <Button
          component={PageLink}
          href={back.to}
          variant="subtle"
          size="compact-md"
          ml={-8}
          mb="md"
          leftSection={<IconArrowLeft size={16} stroke={1.75} />}
        >
          {back.label}
        </Button>
        <DisplayHeader title={title} lead={lead} />
        <Group gap="4px 24px" mt={20} c="dimmed">
          <span>
            Effective <time dateTime={EFFECTIVE_DAY}>{longDate(EFFECTIVE_DAY, 'UTC')}</time>
          </span>
          <LastUpdated />
        </Group>
      </header>
      <LegalContents sections={sections} />
      <div className={classes.text}>
        <Paper component="section" radius="lg" p="lg" mb="xl" bg="var(--pine-tint)" aria-labelledby="in-short">
          <h2 id="in-short">In short</h2>
          <LegalText block={summary} />
          <Text>This helps you find your way. What counts is the full text below.</Text>
        </Paper>
        {sections.map(({ id, title: heading, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              <Text span inherit c="var(--pine-text)">
                {index + 1}.
              </Text>{' '}
              {heading}
            </h2>
            {body.map((block, part) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order.
              <LegalText key={part} block={block} />
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
