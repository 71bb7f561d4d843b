import { Group, Stack, Text } from '@mantine/core';
import type { AuditEntry } from '@stridewell/contract/audit/audit';
import { AUDIT_ACTIONS } from '@stridewell/contract/audit/audit.rules';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useAppName } from '../../lib/brand.ts';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { coachingEntriesQuery, ownEntriesQuery } from './audit.queries.ts';
import { actorText } from './audit.wording.ts';
import { FactLines } from './fact-lines.tsx';

type ActivityProps = { title: string; lead: string; coachName?: string };

/** Audit entries about the signed-in person and, for a coach, about their business. */
export const OwnActivity = (props: ActivityProps) => {
  const query = useInfiniteQuery(ownEntriesQuery());
  return <Activity query={query} {...props} />;
};

/** Entries of the coach's audit log about the signed-in client. */
export const CoachingActivity = (props: ActivityProps) => {
  const query = useInfiniteQuery(coachingEntriesQuery());
  return <Activity query={query} {...props} />;
};

type Query = UseInfiniteQueryResult<InfiniteData<{ entries: AuditEntry[] }>>;

/** Entries of the audit log, page by page. */
export function Activity({ title, lead, coachName = 'Your coach', query }: ActivityProps & { query: Query }) {
  return (
    <SectionCard title={title}>
      <Text c="dimmed" mb="md">
        {lead}
      </Text>
      <QueryBoundary
        query={query}
        failed="The activity could not be loaded"
        skeleton={200}
        empty={<Muted>Nothing recorded yet.</Muted>}
        isEmpty={({ pages }) => pages[0]?.entries.length === 0}
      >
        {({ pages }) => (
          <>
            <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
              {pages.flatMap(({ entries }) =>
                entries.map((entry) => <Entry key={entry.id} entry={entry} coachName={coachName} />),
              )}
            </Stack>
            <LoadMore query={query} label="Show older activity" failed="Older activity could not be loaded" />
          </>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function Entry({ entry, coachName }: { entry: AuditEntry; coachName: string }) {
  const timeZone = useTimeZone();
  const appName = useAppName();
  return (
    <li>
      <Group justify="space-between" gap={4} align="baseline">
        <Text fw={500}>{AUDIT_ACTIONS[entry.action]}</Text>
        <Muted>{momentLabel(entry.at, timeZone)}</Muted>
      </Group>
      <Muted>
        {actorText(entry, { coach: coachName, product: appName })}
        {entry.network && `, from the network ${entry.network}`}
      </Muted>
      <FactLines entry={entry} />
    </li>
  );
}
